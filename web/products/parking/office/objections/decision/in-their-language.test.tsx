import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { WholeCase } from "#data/fines/queries.ts";
import type { Objection } from "#data/objections/queries.ts";
import type { SiteSettings } from "#data/site_settings/queries.ts";
import { PrintedReply } from "./printed-reply.tsx";
import { ReplyPreview } from "./reply-preview.tsx";

afterEach(cleanup);

const fine = {
  case_number: "12345674",
  plate: "TAO98N",
  left_ore: 70_000,
  due_date: "2026-12-06",
  paid_ore: 0,
  recipients: [],
} as unknown as WholeCase;
const SETTINGS = {
  payment_methods: [{ kind: "bankgiro", value: "123-4567", text: "Bankgiro 123-4567" }],
} as unknown as SiteSettings;
const REPLY = "Skylten syns på bilden.";

// Spec 4 §5: Driver, Swedish with
test.each([
  [
    "sv",
    "21 november 2026Ditt bestridande är avslagetÄrende 12345674, TAO 98N",
    "Så betalar duBelopp: 700 krBetala senast: 6 december 2026Bankgiro: 123-4567Referens (OCR eller meddelande): 12345674Är du inte nöjd kan du begära prövning i tingsrätten.",
  ],
  [
    "en",
    "21 November 2026Your objection has been rejectedCase 12345674, TAO 98N",
    "How to payAmount: 700 krPay by: 6 December 2026Bankgiro: 123-4567Reference (OCR or message): 12345674If you are not satisfied, you can ask the district court to try the case.",
  ],
])(
  "the letter to whoever objected in %s, around what the office wrote, says how to pay and where to go on",
  (lang, around, after) => {
    const objection = {
      name: "Åsa Berg",
      address: "Nygatan 2\n271 31 Ystad",
      decided_at: "2026-11-21T08:30:00Z",
      lang,
    } as Objection;
    render(<PrintedReply {...{ fine, objection, reply: REPLY, decision: "rejected", settings: SETTINGS }} />);
    const letter = document.querySelector(".printed-reply");
    expect(letter?.getAttribute("lang")).toBe(lang);
    expect(letter?.textContent?.replaceAll(/\s/g, " ")).toContain(`${around}${REPLY}${after}`);
    expect(document.querySelector(".printed-reply-to")?.textContent).toBe("Åsa BergNygatan 2271 31 Ystad");
  },
);

test("an answer that already names the court names it once", () => {
  const objection = { name: "", address: "", decided_at: "2026-11-21T08:30:00Z", lang: "sv" } as Objection;
  const goOn = "Är du inte nöjd kan du begära prövning i tingsrätten.";
  render(
    <PrintedReply {...{ fine, objection, reply: `${REPLY}\n\n${goOn}`, decision: "rejected", settings: SETTINGS }} />,
  );
  expect(document.querySelector(".printed-reply")?.textContent?.split(goOn)).toHaveLength(2);
});

test.each([
  ["sv", /Boten är inte betald\.700\skr ska betalas senast den 6 december 2026\.Ditt bestridande är avslaget/],
  ["en", /The fine has not been paid\.700\skr is to be paid by 6 December 2026\.Your objection has been rejected/],
] as const)("before it is decided the desk shows what they will read in %s", (lang, words) => {
  render(
    <ReplyPreview {...{ fine, reply: REPLY, dueDate: "2026-12-06", isSettled: false, lang }} decision="rejected" />,
  );
  expect(screen.getByRole("region", { name: "Föraren läser" }).textContent).toMatch(words);
  expect(screen.getByText(REPLY)).toBeTruthy();
  expect(screen.getByText(/tingsrätten|district court/)).toBeTruthy();
});
