/** Application id, also the Windows AppUserModelID: Windows shows no notifications from an app without it. */
export const appId = 'catalogue.backoffice.desktop';
