import type { Problem } from './types.ts';

type FieldError = { field: string; message: string };

/** A response that isn't a success, with the problem details that the server sent (RFC 9457). */
export class SiteError extends Error {
  override readonly name = 'SiteError';
  readonly problem: Problem & { errors?: FieldError[] };
  readonly url: string;

  constructor(problem: SiteError['problem'], url: string) {
    super(`${problem.detail} (${problem.status}, ${url})`);
    this.problem = problem;
    this.url = url;
  }

  get status(): number {
    return this.problem.status;
  }
}

export const toSiteError = async (response: Response, url: string): Promise<SiteError> => {
  const { status, statusText: title } = response;
  const known = { type: 'about:blank', title, status, detail: title || 'The request failed' };
  const isProblem = response.headers.get('content-type')?.includes('json');
  const sent = isProblem ? await response.json().catch(() => ({})) : {};
  return new SiteError({ ...known, ...sent }, url);
};
