import { IconCheck } from '@tabler/icons-react';
import classes from './import-steps.module.css';
import { type ImportState, isReportCurrent, useImportStore } from './import-store.ts';

const steps = ['File', 'Columns', 'Review', 'Done'] as const;

const getStep = (state: ImportState): number => {
  if (state.outcome?.report.isWritten) return 3;
  if (!state.preview) return 0;
  return isReportCurrent(state) ? 2 : 1;
};

/** Shows the current step; the page's sections have the same names. */
export const ImportSteps = () => {
  const current = useImportStore(getStep);
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
            {index < current ? <IconCheck size="0.75rem" /> : index + 1}
          </span>
          {step}
        </li>
      ))}
    </ol>
  );
};
