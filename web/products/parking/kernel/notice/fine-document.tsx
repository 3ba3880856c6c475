import { clsx } from "clsx";
import type { CSSProperties, ReactNode, Ref } from "react";
import { formatOptional } from "#shared/format/dates.ts";
import { Plate } from "#shared/ui/plate.tsx";
import { QrCode } from "#shared/ui/qr-code.tsx";
import { documentTexts, reportTexts, ticketTexts, noticeTexts } from "./notice-texts.ts";
import type { FineDocumentData } from "./rules/fine-document.ts";

/** The document's width in CSS pixels. It is the same on every screen, so that a phone makes the same picture. */
export const DOCUMENT_WIDTH = 600;

/** The colours of the light theme, also when the page around is dark. */
const PAPER = {
  width: DOCUMENT_WIDTH,
  "--ink": "#11181d",
  "--ink-soft": "#3c464d",
  "--brand-soft": "#dde9f5",
} as CSSProperties;

const { fields } = noticeTexts;

type FineDocumentProps = {
  data: FineDocumentData;
  ref?: Ref<HTMLDivElement>;
  /** A word over the document when it is no fine; `UTKAST` when it is not stored as it stands. */
  mark?: string | undefined;
};

/**
 * The document: black on white in both themes, ruled like a form. It uses only plain borders and line heights in whole pixels, so that its
 * picture is exact to the pixel.
 */
export function FineDocument({ data, ref, mark }: FineDocumentProps) {
  const isTicket = data.kind === "ticket";
  return (
    <div ref={ref} style={PAPER} className="relative border-[3px] border-ink bg-[#fff] text-[17px] leading-6 text-ink">
      <Mark word={mark ?? markOf(data)} />
      <DocumentHead data={data} />
      <dl className="grid grid-cols-2 gap-px border-b-[3px] border-ink bg-ink">
        {data.isCase && (
          <Cell label={fields.caseNumber} className="text-[26px] leading-8 font-bold tracking-[0.08em] tabular-nums">
            {data.caseNumber}
          </Cell>
        )}
        <Cell label={(isTicket ? ticketTexts : reportTexts).issuedAt} isWide={!data.isCase}>
          {data.issuedAt}
        </Cell>
        <Cell label={documentTexts.regNumber} isWide>
          <DocumentPlate value={data.plate} />
        </Cell>
        {data.vehicle.map(([label, value], index) => (
          <Cell key={label} label={label} isWide={index === data.vehicle.length - 1 && index % 2 === 0}>
            {value}
          </Cell>
        ))}
        <Cell label={fields.violation} isWide className="text-[22px] leading-7 font-bold">
          {data.violation}
        </Cell>
        {data.isCase && <ToPay {...data} />}
        {data.notes !== "" && (
          <Cell label={fields.notes} isWide className="whitespace-pre-line">
            {data.notes}
          </Cell>
        )}
        <Cell label={fields.issuedBy} isWide className="font-bold">
          {data.issuedBy}
        </Cell>
        {data.lines.map(([label, value], index) => (
          <Cell
            key={`${label} ${value}`}
            label={label}
            isWide={index === data.lines.length - 1 && index % 2 === 0}
            className="text-[15px] leading-5"
          >
            {value}
          </Cell>
        ))}
      </dl>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-6 px-6 py-5 text-[15px] leading-5">
        <div className="grid gap-2">
          {data.closing.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
        {data.caseAddress !== undefined && <CaseCode address={data.caseAddress} />}
      </div>
    </div>
  );
}

/** The word over a document that is no fine, or is not stored as it stands. */
const markOf = ({ isCase, isDraft }: FineDocumentData): string | undefined =>
  isDraft ? documentTexts.draft : isCase ? undefined : documentTexts.report;

function ToPay({ amount, dueDate }: Pick<FineDocumentData, "amount" | "dueDate">) {
  return (
    <>
      <Cell label={documentTexts.toPay} isHeavy className="text-[44px] leading-[52px] font-extrabold tracking-tight">
        {amount}
      </Cell>
      <Cell label={documentTexts.payBy} isHeavy className="text-[22px] leading-[52px] font-bold">
        {dueDate}
      </Cell>
    </>
  );
}

/** The word over a document that is not stored as it stands, so that no picture of it can pass for a fine. */
function Mark({ word }: { word: string | undefined }) {
  if (word === undefined) return null;
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 600 600"
      className="pointer-events-none absolute inset-0 z-10 size-full overflow-hidden"
    >
      <text
        x="300"
        y="340"
        textAnchor="middle"
        transform="rotate(-30 300 300)"
        fontSize="120"
        fontWeight="800"
        letterSpacing="12"
        fill="#b3221b"
        fillOpacity="0.2"
      >
        {word}
      </text>
    </svg>
  );
}

/** The width of the QR code in CSS pixels. */
const CODE_WIDTH = 132;

/** The QR code with the address of the case. */
function CaseCode({ address }: { address: string }) {
  return (
    <div className="grid justify-items-center gap-1" style={{ width: CODE_WIDTH }}>
      <QrCode text={address} width={CODE_WIDTH} />
      <span className="text-center text-[11px] leading-[14px]">{documentTexts.scan}</span>
    </div>
  );
}

function DocumentHead({ data }: { data: FineDocumentData }) {
  return (
    <div
      className={clsx(
        "flex items-center gap-5 border-b-[3px] border-ink px-6 py-5",
        data.kind === "ticket" ? "bg-marking" : "bg-brand-soft",
      )}
    >
      <span
        aria-hidden="true"
        className="grid size-[72px] shrink-0 place-items-center rounded-[10px] border-[3px] border-[#fff] bg-[#0b4a8a] text-[52px] leading-none font-bold text-[#fff]"
      >
        P
      </span>
      <div className="min-w-0">
        <p className="text-[38px] leading-[44px] font-extrabold tracking-tight">{data.title}</p>
        {data.legalLine !== "" && <p className="text-[14px] leading-5">{data.legalLine}</p>}
        {data.siteName !== undefined && <p className="text-[19px] leading-6 font-semibold">{data.siteName}</p>}
      </div>
    </div>
  );
}

type CellProps = {
  label: string;
  /** Whether the box takes the whole line. */
  isWide?: boolean;
  /** Whether the box stands between thick lines. */
  isHeavy?: boolean;
  className?: string;
  children: ReactNode;
};

/** A box of the document. The thin lines between boxes are the ink behind them. */
function Cell({ label, isWide = false, isHeavy = false, className, children }: CellProps) {
  return (
    <div className={clsx("min-w-0 border-ink bg-[#fff] px-6 py-2.5", isWide && "col-span-2", isHeavy && "border-y-2")}>
      <dt className="text-[14px] leading-5 text-ink-soft">{label}</dt>
      <dd className={className}>{children}</dd>
    </div>
  );
}

/** The longest plate, in letters, for each plate size in pixels. A longer text is written out, so that nothing is cut off. */
const PLATE_SIZES = [
  [9, { minHeight: 80, fontSize: 60 }],
  [16, { minHeight: 56, fontSize: 36 }],
  [26, { minHeight: 44, fontSize: 24 }],
] as const;

function DocumentPlate({ value }: { value: string }) {
  const size = PLATE_SIZES.find(([longest]) => value.length <= longest)?.[1];
  if (value === "") return formatOptional(value);
  if (size === undefined) return <span className="text-[24px] leading-8 font-bold uppercase">{value}</span>;
  return (
    <span className="flex py-1">
      <Plate value={value} size={size} />
    </span>
  );
}
