import type { DriverReply } from "#data/fines/look-up.ts";
import { useLanguage } from "#shared/ui/language.ts";
import { Fact, Facts } from "#parking/kernel/page/facts.tsx";
import { PhotoGrid } from "#parking/kernel/photos/photo-grid.tsx";
import { Section } from "#parking/kernel/page/section.tsx";
import { useDriverTexts } from "#parking/kernel/case/driver-texts.ts";
import { courtSentence } from "#parking/kernel/case/court.ts";
import { moment } from "#parking/kernel/case/in-words.ts";

/** The objection and its decision, for the holder of the key (document 4 §4). `isLater`: photos have no address for a while. */
export function ReplyView({ reply, isLater }: { reply: DriverReply; isLater: boolean }) {
  const { reply: texts, photos } = useDriverTexts();
  const lang = useLanguage();
  const court = courtSentence(reply.decision, reply.reply ?? "", lang);
  return (
    <Section title={reply.is_supplement ? texts.supplement : texts.title}>
      <Facts>
        <Fact name={texts.decision} wide>
          {texts.decisions[reply.decision ?? "open"]}
          {court !== null && `\n${court}`}
        </Fact>
        {reply.reply && (
          <Fact name={texts.answer} wide>
            <span lang="sv">{reply.reply}</span>
          </Fact>
        )}
        {reply.decided_at !== null && <Fact name={texts.decided}>{moment(reply.decided_at, lang)}</Fact>}
        <Fact name={texts.received}>{moment(reply.received_at, lang)}</Fact>
        <Fact name={texts.text} wide>
          {reply.is_supplement ? texts.supplementText : reply.text}
        </Fact>
      </Facts>
      {reply.photos.length > 0 && (
        <div className="mt-4">
          <PhotoGrid
            layout="tiles"
            missing={isLater ? photos.later : photos.missing}
            open={photos.open}
            photos={reply.photos.map(({ address }, index) => ({
              address,
              name: `${photos.other} ${index + 1}`,
              note: "",
            }))}
          />
        </div>
      )}
    </Section>
  );
}
