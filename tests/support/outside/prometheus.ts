// Judges alerts as Prometheus would, from two readings of our own metrics. Only the forms of its language that deploy/alerts.yaml uses are
// known.
import { readFileSync } from "node:fs";
import { parse } from "yaml";

export type Rule = { alert: string; expr: string };
/** Values by the series' name and labels, as the text of the metrics has them. */
export type Reading = ReadonlyMap<string, number>;

/** The rules of the file that the project ships. */
export function readRules(): Rule[] {
  const { groups } = parse(readFileSync("deploy/alerts.yaml", "utf8")) as { groups: { rules: Rule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

/** Reads the text that the server gives Prometheus. */
export const readMetrics = (text: string): Reading =>
  new Map(
    text.split("\n").flatMap((line) => {
      const found = /^([a-z_]+(?:\{.*\})?) (\S+)$/.exec(line);
      return found === null ? [] : [[found[1] ?? "", Number(found[2])] as const];
    }),
  );

const EXPRESSION =
  /^(?:(min|max|sum|increase)\()?(rate\()?([a-z_]+)(?:\{([^}]*)\})?(?:\[5m\])?\)*(?: (==|<|>) ([\d.]+))?$/;
const ABSENT = /^absent\(([a-z_]+)\)$/;

/**
 * Whether a rule's expression holds now; `earlier` is a reading from the five minutes before. Throws for an unknown form, so that no rule
 * goes untested unnoticed.
 */
export function holds(expr: string, earlier: Reading, now: Reading): boolean {
  const absent = ABSENT.exec(expr)?.[1];
  if (absent !== undefined) return seriesOf(now, absent, "").length === 0;
  const [, aggregation, rate, name = "", labels = "", operator, limit] = EXPRESSION.exec(expr) ?? [];
  if (name === "" || operator === undefined) throw new Error(`An expression that the tests cannot read: ${expr}`);
  // To Prometheus, a series that was missing in the earlier reading has not increased.
  const grown = aggregation === "increase" || rate !== undefined;
  const values = seriesOf(now, name, labels).flatMap(([series, value]) => {
    if (!grown) return [value];
    const before = earlier.get(series);
    return before === undefined ? [] : [(value - before) / (rate === undefined ? 1 : 300)];
  });
  const gathered =
    aggregation === "min"
      ? [Math.min(...values)]
      : aggregation === "max"
        ? [Math.max(...values)]
        : aggregation === "sum"
          ? [values.reduce((sum, value) => sum + value, 0)]
          : values;
  return values.length > 0 && gathered.some((value) => compare(value, operator, Number(limit)));
}

const compare = (value: number, operator: string, limit: number) =>
  operator === "==" ? value === limit : operator === "<" ? value < limit : value > limit;

/** Series of this name that have all of these labels (`part="photos"`, `status=~"5.."`). */
function seriesOf(reading: Reading, name: string, labels: string): [string, number][] {
  const wanted = [...labels.matchAll(/([a-z_]+)(=~?)"([^"]*)"/g)];
  return [...reading].filter(([series]) => {
    if (series !== name && !series.startsWith(`${name}{`)) return false;
    return wanted.every(([, label, operator, value = ""]) => {
      const found = new RegExp(`[{,]${label}="([^"]*)"`).exec(series)?.[1];
      return found !== undefined && (operator === "=" ? found === value : new RegExp(`^(?:${value})$`).test(found));
    });
  });
}
