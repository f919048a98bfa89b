import { z } from 'zod';

export type Finding = { rule: string; file: string; message: string };
export type Explanation = { rule: string; file: string; why: string };

const sarifSchema = z.object({
  runs: z.array(
    z.object({
      results: z.array(
        z.object({
          ruleId: z.string(),
          message: z.object({ text: z.string() }),
          locations: z.array(
            z.object({
              physicalLocation: z.object({ artifactLocation: z.object({ uri: z.string() }) }),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** The findings of a report in SARIF; `file` is empty where one is about the whole app. */
export const readFindings = (sarif: string): Finding[] =>
  sarifSchema.parse(JSON.parse(sarif)).runs.flatMap(({ results }) =>
    results.map(({ ruleId, message, locations: [location] }) => ({
      rule: ruleId,
      file: (location?.physicalLocation.artifactLocation.uri ?? '').replace(/^file:\/+/, ''),
      message: message.text,
    })),
  );

/** What nobody has explained, and explanations of what is no longer found. */
export const compareFindings = (findings: readonly Finding[], explanations: readonly Explanation[]) => {
  const isSame = (a: { rule: string; file: string }, b: { rule: string; file: string }) =>
    a.rule === b.rule && a.file === b.file;
  return {
    unexplained: findings.filter((finding) => !explanations.some((each) => isSame(finding, each))),
    outdated: explanations.filter((each) => !findings.some((finding) => isSame(finding, each))),
  };
};
