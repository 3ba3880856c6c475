/** Who belongs to a site's people in the lists of its admin. */

/** PostgREST's condition for the people of a project and those of none, who may log in at every site (decisions §3). */
export const ofProjectOrNone = (project: string): string => `project_id.eq."${project}",project_id.is.null`;
