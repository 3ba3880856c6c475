import { QueryClient, QueryClientProvider, useQuery, useQueryClient } from "@tanstack/react-query";
import { act, render, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { useChangeOf } from "./during-fetch.ts";

const KEY = ["rows"];

/** A list whose answers come when the test says so; returns the drawn rows and a function that adds a row. */
function openList() {
  const answers: ((rows: string[]) => void)[] = [];
  const drawn: string[] = [];
  let add: ((row: string) => void) | undefined;
  function List() {
    const cache = useQueryClient();
    const { data = [] } = useQuery({
      queryKey: KEY,
      queryFn: () => new Promise<string[]>((resolve) => answers.push(resolve)),
    });
    add = useChangeOf(KEY, (row: string) =>
      cache.setQueryData<string[]>(KEY, (rows = []) => (rows.includes(row) ? rows : [row, ...rows])),
    );
    drawn.push(data.join(" "));
    return null;
  }
  const client = new QueryClient();
  render(
    <QueryClientProvider client={client}>
      <List />
    </QueryClientProvider>,
  );
  return {
    drawn,
    add: (row: string) => act(() => add?.(row)),
    fetchAgain: () => void client.invalidateQueries({ queryKey: KEY }),
    answer: (...rows: string[]) => answers.shift()?.(rows),
    isDrawn: (rows: string) => waitFor(() => expect(drawn.at(-1)).toBe(rows)),
    isAnswered: () => waitFor(() => expect(client.isFetching({ queryKey: KEY })).toBe(0)),
  };
}

test("a change that came during a fetch is in the list as soon as the answer is there", async () => {
  const { drawn, add, answer, fetchAgain, isDrawn, isAnswered } = openList();
  answer("b", "a");
  await isDrawn("b a");
  fetchAgain();
  add("c");
  await isDrawn("c b a");
  answer("b", "a");
  await isAnswered();
  await isDrawn("c b a");
  expect(drawn.filter((rows, at) => rows !== drawn[at - 1])).toEqual(["", "b a", "c b a"]);
});

test("a change is applied to older answers only", async () => {
  const { drawn, add, answer, fetchAgain, isDrawn, isAnswered } = openList();
  answer("a");
  await isDrawn("a");
  fetchAgain();
  add("b");
  answer("a");
  await isAnswered();
  await isDrawn("b a");
  fetchAgain();
  answer("a");
  await isDrawn("a");
  expect(drawn.at(-1)).toBe("a");
});
