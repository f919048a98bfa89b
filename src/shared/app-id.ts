/** Application id, also the Windows AppUserModelID: Windows shows no notifications from an app without it. */
export const appId = 'catalogue.backoffice.desktop';

/** File with the third-party licenses, beside the archive of the packaged app. */
export const thirdPartyNoticesFile = 'THIRD-PARTY-NOTICES.txt';
