import { RouterProvider } from 'react-router-dom';
import { router } from './router.tsx';

/** Everything that only who is signed in gets to see. */
export const AuthorizedApp = () => <RouterProvider router={router} />;
