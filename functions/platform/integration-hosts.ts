import {
  type AskOutside,
  askOutside,
  isPublicAddress,
  OUTSIDE_RULES,
  type OutsideRules,
} from './fetch-outside.ts';

const LOOPBACK = '127.0.0.1';

/** Rules for the hosts of integrations. A local program without real channels also calls its own machine, without TLS. */
export const integrationRules = (): OutsideRules =>
  process.env.INTEGRATIONS_ON_LOOPBACK === undefined
    ? OUTSIDE_RULES
    : {
        ...OUTSIDE_RULES,
        protocols: ['https:', 'http:'],
        mayConnect: (address) => address === LOOPBACK || isPublicAddress(address),
      };

/** Sends a request to the host of an integration, as {@link askOutside} does. @throws OutsideFailed */
export const askIntegrationHost: AskOutside = (url, question, limits) =>
  askOutside(url, question, limits, integrationRules());
