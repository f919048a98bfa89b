/** File with the third-party licenses, beside the archive of the packaged app. */
export const thirdPartyNoticesFile = 'THIRD-PARTY-NOTICES.txt';
