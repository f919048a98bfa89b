import { IconCheck } from '@tabler/icons-react';
import classes from './import-steps.module.css';
import { isReportCurrent, useImportStore } from './import-store.ts';

const steps = ['File', 'Columns', 'Review', 'Done'] as const;

const useStep = (): number => {
  const state = useImportStore();
  const { preview, outcome } = state;
  if (outcome?.report.isWritten) return 3;
  if (!preview) return 0;
  return outcome && isReportCurrent(state) ? 2 : 1;
};

/** Shows the current step; the page's sections have the same names. */
export const ImportSteps = () => {
  const current = useStep();
  return (
    <ol className={classes.steps} aria-label="Steps">
      {steps.map((step, index) => (
        <li
          key={step}
          className={classes.step}
          aria-current={index === current ? 'step' : undefined}
          data-done={index < current || undefined}
        >
          <span className={classes.mark} aria-hidden>
            {index < current ? <IconCheck size="0.75rem" stroke={2.5} /> : index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  );
};
