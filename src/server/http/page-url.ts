import type { IncomingMessage } from 'node:http';

export const apiPaths = /^\/(?:v1|uploads|docs|site)(?:\/|$)/;

/** Escapes the path of a page if it isn't valid, such as `/100%`: the app then says that there is no such page. */
export const repairPageUrl = ({ url = '/' }: IncomingMessage): string => {
  const [path = ''] = url.split('?', 1);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return apiPaths.test(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length);
  }
};
