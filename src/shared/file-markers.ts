/** Markers of local files in a body: main replaces them with `filename@@dataURL`, or with the bare data URL. */
export const localFileMarker = '$localFile';
export const bareFileMarker = '$bareLocalFile';
