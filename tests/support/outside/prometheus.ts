// Answers that Prometheus would give about our own metrics: the few forms of its language that deploy/alerts.yaml is written in, over two readings.
import { readFileSync } from "node:fs";
import { parse } from "yaml";

export type Rule = { alert: string; expr: string };
/** Series by name and labels, as they stand in the text. */
export type Reading = ReadonlyMap<string, number>;

/** The rules of the file that the project ships. */
export function readRules(): Rule[] {
  const { groups } = parse(readFileSync("deploy/alerts.yaml", "utf8")) as { groups: { rules: Rule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

/** Reads the text that Prometheus is given. */
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
 * Whether a rule's expression holds now; `earlier` is a reading from within the five minutes before. Throws for a form that is not
 * known here, so that no rule is left untried unnoticed.
 */
export function holds(expr: string, earlier: Reading, now: Reading): boolean {
  const absent = ABSENT.exec(expr)?.[1];
  if (absent !== undefined) return seriesOf(now, absent, "").length === 0;
  const [, aggregation, rate, name = "", labels = "", operator, limit] = EXPRESSION.exec(expr) ?? [];
  if (name === "" || operator === undefined) throw new Error(`An expression that the tests cannot read: ${expr}`);
  // Prometheus reads a counter so: a series that was not there before has not increased.
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
