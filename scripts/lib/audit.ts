import { z } from 'zod';

const reportSchema = z.object({
  auditReportVersion: z.number(),
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string(), range: z.string() })),
});

const failureSchema = z.looseObject({ message: z.string() });

/** What is known against the dependencies; `unknown` where the registry does not say, which is not the same as nothing. */
type Audit = { state: 'asked'; known: string[] } | { state: 'unknown'; reason: string };

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text.slice(Math.max(0, text.indexOf('{'))));
  } catch {
    return null;
  }
};

/** Reads what `npm audit --json` printed. */
export const readAudit = (printed: string): Audit => {
  const json = parse(printed);
  const report = reportSchema.safeParse(json);
  if (report.success) {
    const known = Object.entries(report.data.vulnerabilities).map(
      ([name, { severity, range }]) => `${name} ${range} (${severity})`,
    );
    return { state: 'asked', known };
  }
  const failure = failureSchema.safeParse(json);
  return { state: 'unknown', reason: failure.success ? failure.data.message : 'npm gave no report' };
};
