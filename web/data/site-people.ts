/** The people in the lists of a site's admin. */

/** PostgREST's condition for the people of a project and the people without a project, who may log in at every site (decisions §3). */
export const peopleOfSite = (project: string): string => `project_id.eq."${project}",project_id.is.null`;
