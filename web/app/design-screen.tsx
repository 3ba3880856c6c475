import { Plus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { TextField } from "#shared/form/text-field.tsx";
import { Badge } from "#shared/ui/badge.tsx";
import { BrandContext, BrandMark, companyBrand } from "#shared/ui/brand.tsx";
import { Button } from "#shared/ui/button.tsx";
import { Card, CardHeader } from "#shared/ui/card.tsx";
import { Chip } from "#shared/ui/chip.tsx";
import { Page } from "#shared/ui/page.tsx";
import { Plate } from "#shared/ui/plate.tsx";
import { Segments } from "#shared/ui/segments.tsx";
import { SkeletonList } from "#shared/ui/skeleton.tsx";
import { EmptyState, FailedState, StaleNotice } from "#shared/ui/state-message.tsx";
import { Tabs } from "#shared/ui/tabs.tsx";
import { brands } from "./branded.tsx";

const COLOURS = [
  ["canvas", "surface", "sunken", "line", "line-strong", "ink-soft", "ink"],
  ["brand-soft", "brand", "brand-strong", "marking"],
  ["success-soft", "success", "warning-soft", "warning", "danger-soft", "danger", "danger-strong"],
] as const;
const TONES = ["success", "warning", "danger", "brand", "neutral"] as const;
const nothing = () => undefined;

/** The design system (docs/design-system.md), shown with the real parts; only in development. */
export function DesignScreen() {
  const [product, setProduct] = useState("company");
  const all = { company: companyBrand, ...brands };
  function choose(next: string) {
    setProduct(next);
    const { dataset } = document.documentElement;
    const accent = all[next as keyof typeof all].product;
    if (accent === undefined) delete dataset["product"];
    else dataset["product"] = accent;
  }
  return (
    <BrandContext value={all[product as keyof typeof all]}>
      <Page title="Design" lang="en" width="wide" description="Tokens and parts. Choose a product to see its accent.">
        <div className="grid gap-8">
          <Segments
            label="Product"
            value={product}
            onChange={choose}
            segments={Object.keys(all).map((value) => ({ value, label: value }))}
          />
          <Signs />
          <Colours />
          <Actions />
          <Fields />
          <States />
        </div>
      </Page>
    </BrandContext>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card as="section" aria-label={title}>
      <CardHeader title={title} />
      <div className="flex flex-wrap items-center gap-4">{children}</div>
    </Card>
  );
}

function Signs() {
  return (
    <Part title="Signs, plates, states">
      {Object.values(brands).map((brand) => (
        <BrandContext key={brand.product} value={brand}>
          <BrandMark />
        </BrandContext>
      ))}
      {(["small", "normal", "large"] as const).map((size) => (
        <Plate key={size} value="ÅBC 12D" size={size} />
      ))}
      {TONES.map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
    </Part>
  );
}

function Colours() {
  return (
    <Part title="Colours">
      {COLOURS.flat().map((name) => (
        <span key={name} className="grid gap-1 text-sm">
          <span
            className="block h-14 w-24 rounded-control border border-line"
            style={{ background: `var(--${name})` }}
          />
          {name}
        </span>
      ))}
    </Part>
  );
}

function Actions() {
  const [shown, setShown] = useState("one");
  return (
    <Part title="Actions and choices">
      {(["primary", "secondary", "ghost", "quiet", "danger"] as const).map((variant) => (
        <Button key={variant} variant={variant}>
          <Plus aria-hidden="true" />
          {variant}
        </Button>
      ))}
      <Button size="icon" aria-label="Remove">
        <Trash2 aria-hidden="true" />
      </Button>
      <Button pending>Pending</Button>
      <Chip onClick={nothing}>+30 min</Chip>
      <Segments
        label="Shown"
        value={shown}
        onChange={setShown}
        segments={[
          { value: "one", label: "One", count: "12" },
          { value: "two", label: "Two", count: "3" },
        ]}
      />
      <div className="w-full">
        <Tabs
          label="Tabs"
          tabs={[
            { value: "first", label: "First", content: <p>The first panel</p> },
            {
              value: "second",
              label: "Second",
              content: <p>The second panel</p>,
              waiting: { count: 4, inWords: "4 wait" },
            },
          ]}
        />
      </div>
    </Part>
  );
}

function Fields() {
  const [value, setValue] = useState("");
  return (
    <Part title="Fields">
      <TextField label="A field" hint="What helps to fill it in" value={value} onChange={setValue} />
      <TextField label="A wrong one" error="What is wrong, in words" value={value} onChange={setValue} />
      <TextField label="One that may stay empty" note="Optional" value={value} onChange={setValue} />
    </Part>
  );
}

function States() {
  return (
    <div className="grid gap-4">
      <SkeletonList rows={1} />
      <EmptyState text="Nothing is here yet." />
      <FailedState text="Something could not be fetched" onRetry={nothing} />
      <StaleNotice text="Fetching anew failed" onRetry={nothing} />
    </div>
  );
}
