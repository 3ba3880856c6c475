// The pictures of the statistics, drawn by visx: SVG with the page's own colours, which prints and grows with the text.
import { AxisBottom, AxisLeft, AxisTop } from "@visx/axis";
import { GridColumns, GridRows } from "@visx/grid";
import { scaleBand, scaleLinear, scalePoint } from "@visx/scale";
import { Bar, LinePath } from "@visx/shape";
import { formatCount } from "#shared/format/money.ts";
import { shownValue } from "./rules/cells.ts";
import { LINES, MOST_BARS } from "./rules/looks.ts";
import { type DrawnTable, sumOf, type Unit } from "./rules/tables.ts";
import { statisticsTexts as texts } from "./statistics-texts.ts";

/** A table, and the size of its picture and of its letters, in CSS pixels. */
export type DrawnProps = { table: DrawnTable; width: number; height: number; em: number };

/** Draws a table as its `drawing` says. */
export function Drawn(props: DrawnProps) {
  const Picture = PICTURES[props.table.drawing.kind];
  return (
    <svg role="img" aria-label={texts.picture(props.table.title)} width={props.width} height={props.height}>
      <Picture {...props} />
    </svg>
  );
}

const PICTURES = { lines: Lines, stacks: Stacks, bars: Bars, squares: Squares } as const;

/** A value in the axis's unit: öre are shown as kronor, shares as percent. */
const onAxis = (value: number, unit: Unit): number =>
  unit === "ore" ? value / 100 : unit === "share" ? value * 100 : value;

const UNITS = { ore: texts.kronor, share: texts.percent, count: texts.count } as const;

/** The least top value of an axis: an axis of one fine a week would have ticks at tenths of a fine. */
const LEAST = 5;

const axisOf = (em: number) => {
  const words = { fill: "var(--ink)", fontSize: em, fontFamily: "inherit" };
  return { words, stroke: "var(--line-strong)", tickStroke: "var(--line-strong)" };
};

function Lines({ table: { columns, rows, drawing }, width, height, em }: DrawnProps) {
  const drawn = drawing.kind === "lines" ? drawing.columns : [];
  const unit = columns[drawn[0] ?? 0]?.unit ?? "count";
  const lines = drawn.map((column) =>
    rows.map(({ name, values }) => {
      const value = values[column] ?? null;
      return { name, value: value === null ? null : onAxis(value, unit) };
    }),
  );
  const values = lines.flat().map(({ value }) => value ?? 0);
  const [left, right, top, bottom] = [5.5 * em, 2.5 * em, 2 * em, 2.5 * em];
  const x = scalePoint({ domain: rows.map(({ name }) => name), range: [left, width - right] });
  const y = scaleLinear({
    domain: [Math.min(0, ...values), Math.max(LEAST, ...values)],
    range: [height - bottom, top],
    nice: true,
  });
  // A week's name takes seven em.
  const every = Math.max(1, Math.ceil(rows.length / Math.max(1, Math.floor((width - left) / (7 * em)))));
  const { words, ...axis } = axisOf(em);
  return (
    <>
      <GridRows scale={y} left={left} width={width - left - right} numTicks={5} stroke="var(--line)" />
      <text x={0} y={em} fill="var(--ink-soft)" fontSize={em}>
        {UNITS[unit]}
      </text>
      <AxisLeft
        {...axis}
        scale={y}
        left={left}
        numTicks={5}
        tickFormat={(value) => formatCount(Number(value))}
        tickLabelProps={() => ({ ...words, textAnchor: "end", dx: "-0.3em", dy: "0.3em" })}
      />
      <AxisBottom
        {...axis}
        scale={x}
        top={height - bottom}
        tickValues={rows.filter((_, at) => at % every === 0).map(({ name }) => name)}
        tickLabelProps={() => ({ ...words, textAnchor: "middle" })}
      />
      {lines.map((points, at) => (
        <LinePath
          key={columns[drawn[at] ?? 0]?.name}
          data={points}
          defined={({ value }) => value !== null}
          x={({ name }) => x(name) ?? left}
          y={({ value }) => y(value ?? 0)}
          fill="none"
          {...LINES[at]}
        />
      ))}
    </>
  );
}

function Stacks({ table: { rows, drawing }, width, height, em }: DrawnProps) {
  const { groups, shortNames } = drawing.kind === "stacks" ? drawing : { groups: [], shortNames: [] };
  const stacks = rows.map((row) => {
    const sums = groups.map((group) => sumOf(group, row));
    return { ...row, sums, ends: sums.map((_, at) => sums.slice(0, at + 1).reduce((sum, each) => sum + each, 0)) };
  });
  const [left, top, bottom] = [3.5 * em, em, 2 * em];
  const x = scaleBand({ domain: rows.map(({ key }) => key), range: [left, width - 0.5 * em], padding: 0.2 });
  // The axis is at least two high, so that days with one fine each are drawn half as high, and no tick lies at half a fine.
  const most = Math.max(2, ...stacks.flatMap(({ ends }) => ends));
  const ticks = Math.min(5, most);
  const y = scaleLinear({
    domain: [0, most],
    range: [height - bottom, top],
    nice: true,
  });
  // A short name takes four em.
  const every = Math.max(1, Math.ceil((4 * em) / x.step()));
  const { words, ...axis } = axisOf(em);
  return (
    <>
      <GridRows scale={y} left={left} width={width - left} numTicks={ticks} stroke="var(--line)" />
      {stacks.flatMap(({ key, name, sums, ends }) =>
        groups.map((group, at) => (
          <Bar
            key={`${key} ${group.name}`}
            x={x(key) ?? 0}
            y={y(ends[at] ?? 0)}
            width={x.bandwidth()}
            height={y(0) - y(sums[at] ?? 0)}
            fill={group.color}
          >
            <title>{`${name}: ${group.name} ${formatCount(sums[at] ?? 0)}`}</title>
          </Bar>
        )),
      )}
      <AxisLeft
        {...axis}
        scale={y}
        left={left}
        numTicks={ticks}
        tickFormat={(value) => formatCount(Number(value))}
        tickLabelProps={() => ({ ...words, textAnchor: "end", dx: "-0.3em", dy: "0.3em" })}
      />
      <AxisBottom
        {...axis}
        scale={x}
        top={height - bottom}
        tickValues={rows.filter((_, at) => at % every === 0).map(({ key }) => key)}
        tickFormat={(key) => shortNames[rows.findIndex((row) => row.key === key)] ?? ""}
        tickLabelProps={() => ({ ...words, textAnchor: "middle" })}
      />
    </>
  );
}

function Bars({ table: { columns, rows, drawing }, width, height, em }: DrawnProps) {
  const column = drawing.kind === "bars" ? drawing.column : 0;
  const unit = columns[column]?.unit ?? "count";
  const drawn = rows.slice(0, MOST_BARS).map(({ key, name, values }) => {
    const value = values[column] ?? 0;
    return { key, value: onAxis(value, unit), text: `${name}: ${shownValue(value, unit)}` };
  });
  const [left, right, bottom] = [0.5 * em, 3.5 * em, 3 * em];
  const y = scaleBand({ domain: drawn.map(({ key }) => key), range: [0, height - bottom], padding: 0.1 });
  const x = scaleLinear({
    domain: [0, Math.max(LEAST, ...drawn.map(({ value }) => value))],
    range: [left, width - right],
    nice: true,
  });
  const { words, ...axis } = axisOf(em);
  return (
    <>
      <GridColumns scale={x} height={height - bottom} numTicks={4} stroke="var(--line)" />
      {drawn.map(({ key, value, text }) => (
        // A name stands above its bar, since it may be long; the table has it whole.
        <g key={key} transform={`translate(0 ${y(key) ?? 0})`}>
          <text x={left} y={em} fill="var(--ink)" fontSize={em}>
            {cut(text, Math.floor(width / (0.55 * em)))}
          </text>
          <Bar x={left} y={1.4 * em} width={x(value) - left} height={y.bandwidth() - 1.4 * em} fill="var(--brand)" />
        </g>
      ))}
      <AxisBottom
        {...axis}
        scale={x}
        top={height - bottom}
        numTicks={width < 30 * em ? 2 : 4}
        tickFormat={(value) => formatCount(Number(value))}
        tickLabelProps={() => ({ ...words, textAnchor: "middle" })}
        label={UNITS[unit]}
        labelOffset={0}
        labelProps={{ ...words, fill: "var(--ink-soft)", textAnchor: "middle" }}
      />
    </>
  );
}

const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);

function Squares({ table: { columns, rows }, width, height, em }: DrawnProps) {
  const [left, top] = [3.5 * em, 2 * em];
  const x = scaleBand({ domain: columns.map(({ name }) => name), range: [left, width - 0.5 * em], padding: 0.05 });
  const y = scaleBand({ domain: rows.map(({ name }) => name), range: [top, height - em], padding: 0.05 });
  const most = Math.max(1, ...rows.flatMap(({ values }) => values.map((value) => value ?? 0)));
  // A phone has room for three letters of each day, and for a single letter of twice the size.
  const letters = x.step() > 5.5 * em ? undefined : x.step() > 2.5 * em ? 3 : 1;
  const { words } = axisOf(em);
  return (
    <>
      <AxisTop
        scale={x}
        top={top}
        hideAxisLine
        hideTicks
        tickFormat={(day) => day.slice(0, letters)}
        tickLabelProps={() => ({ ...words, textAnchor: "middle" })}
      />
      <AxisLeft
        scale={y}
        left={left}
        hideAxisLine
        hideTicks
        tickValues={rows.filter((_, at) => at % 3 === 0).map(({ name }) => name)}
        tickLabelProps={() => ({ ...words, textAnchor: "end", dy: "0.3em" })}
      />
      {rows.flatMap(({ name, values }) =>
        columns.map((day, at) => (
          <Bar
            key={`${name} ${day.name}`}
            x={x(day.name) ?? 0}
            y={y(name) ?? 0}
            width={x.bandwidth()}
            height={y.bandwidth()}
            fill="var(--brand)"
            // An hour without fines is a pale square, so that the grid of days and hours stays visible.
            fillOpacity={0.06 + (0.94 * (values[at] ?? 0)) / most}
          />
        )),
      )}
    </>
  );
}
