import { signInRoutes } from '@prosa/shared/contracts/sign-in.ts';
import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { signIn } from './sign-in.ts';

export const handler = bindRoutes(signInRoutes, { signIn });
