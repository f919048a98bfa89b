/** Toasts for code that runs before sign-in: the first one loads what shows them. */
const withToasts = (show: (toasts: typeof import('./toasts.tsx')) => unknown): void => {
  import('./toasts.tsx').then(show).catch((error: unknown) => console.error('A toast couldn’t be shown', error));
};

export const showSuccess = (message: string): void => withToasts((toasts) => toasts.showSuccess(message));

export const showError = (message: string): void => withToasts((toasts) => toasts.showError(message));

export const showInfo = (message: string): void => withToasts((toasts) => toasts.showInfo(message));
