/**
 * Restricts queries and live changes to a place: a site, or the company. At the company nothing is filtered here, since policies show a
 * handler the rows of the handler's sites alone.
 */
import { COMPANY_CODE } from "#contract/projects.ts";

/** Restricts a query to the rows of a place. */
export const ofPlace = <Query extends { eq(column: string, value: string): Query }>(
  query: Query,
  project: string,
): Query => (project === COMPANY_CODE ? query : query.eq("project_id", project));

/** The filter of a live table for a place, as a part of its source. */
export const livePlace = (project: string): { filter?: string } =>
  project === COMPANY_CODE ? {} : { filter: `project_id=eq.${project}` };
