import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { routes } from './function.ts';
import { signIn } from './sign-in.ts';

export const handler = bindRoutes(routes, { signIn });
