/** What the system knows the installed app by: installers write it, and Windows tells nothing of an app that hides it. */
export const appId = 'catalogue.backoffice.desktop';
