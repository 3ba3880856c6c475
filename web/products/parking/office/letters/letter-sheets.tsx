import { QrCode } from "#shared/ui/qr-code.tsx";
import { letterTexts } from "./letter-texts.ts";
import "./letters.css";
import type { Letter, Line } from "./rules/letter.ts";

const texts = letterTexts.letter;

/** Letters for printing, one on each page. Letters that are not `isSent` are a preview, which is never printed. */
export function LetterSheets({ letters, isSent }: { letters: readonly Letter[]; isSent: boolean }) {
  return (
    <div className={isSent ? "letters" : "letters unsent"}>
      {letters.map((letter) => (
        <Sheet key={letter.caseNumber} letter={letter} />
      ))}
    </div>
  );
}

function Sheet({ letter }: { letter: Letter }) {
  return (
    <article className="letter" aria-label={`${texts.title} ${letter.caseNumber}`}>
      <header>
        {letter.sender.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </header>
      <p className="date">{letter.date}</p>
      <address>
        {letter.recipient.map((line, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- the lines of an address never change
          <p key={place}>{line}</p>
        ))}
      </address>
      <h2>{texts.title}</h2>
      <p>{letter.legalLine}</p>
      <Lines lines={letter.facts} />
      <p className="intro">{letter.intro}</p>
      <div className="sums">
        {letter.sums.map(([label, value]) => (
          <p key={label} className="sum">
            <span>{label}</span>
            <span>{value}</span>
          </p>
        ))}
      </div>
      <div className="pay">
        <div>
          <h3>{texts.pay.title}</h3>
          {letter.pay.length === 1 && <p>{texts.pay.asOnNotice}</p>}
          <Lines lines={[[texts.pay.due, letter.due], ...letter.pay]} />
        </div>
        {letter.caseAddress !== undefined && (
          <div className="code">
            <QrCode text={letter.caseAddress} />
            <p>{texts.scan}</p>
          </div>
        )}
      </div>
      <div className="closing">
        {letter.closing.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </article>
  );
}

const Lines = ({ lines }: { lines: readonly Line[] }) => (
  <dl>
    {lines.map(([label, value]) => (
      <div key={`${label} ${value}`} style={{ display: "contents" }}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
