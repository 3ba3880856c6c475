import { useEffect, useId, useState } from "react";
import { isReaderKept, removeReader } from "#shared/offline/plate-reader-files.ts";
import { Button } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { ownAccountTexts } from "../own-account-texts.ts";

/** Removes the plate reader's files from this device (document 4 §6a); nothing is shown when there are none. */
export function KeptPlateReader({ lang }: { lang: "sv" | "en" }) {
  const title = useId();
  const texts = ownAccountTexts[lang].reader;
  const [isKept, setIsKept] = useState(false);
  useEffect(() => {
    void isReaderKept()
      .then(setIsKept)
      .catch(() => undefined);
  }, []);
  if (!isKept) return null;
  const handleRemove = () =>
    void removeReader()
      .then(() => setIsKept(false))
      .catch(() => undefined);
  return (
    <Card as="section" aria-labelledby={title} className="comes-after">
      <CardHeader id={title} title={texts.title} description={texts.hint} />
      <Button onClick={handleRemove}>{texts.remove}</Button>
    </Card>
  );
}
