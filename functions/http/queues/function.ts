import { chatbotRoutes } from '@prosa/shared/contracts/chatbot.ts';
import { queueRoutes } from '@prosa/shared/contracts/queues.ts';
import { httpFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. */
export const routes = { ...queueRoutes, ...chatbotRoutes } as const;

export default httpFunction(routes, { bundleKb: 720, errorImpact: 'Administrators cannot manage queues.' });
