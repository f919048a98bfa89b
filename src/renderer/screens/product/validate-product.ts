import { findProductProblems } from '#shared/product/problems.ts';
import type { Validate } from '../../resource/use-resource-form.tsx';

/** The checks of a product before it is sent, in the order of the specification. */
export const validateProduct: Validate = ({ name }) => findProductProblems({ name: String(name ?? '') });
