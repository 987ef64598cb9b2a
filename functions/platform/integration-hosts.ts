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

/** Hosts of Google and Azure, which no form names. */
const FIXED_HOST = /^(?:(?:oauth2|dialogflow)\.googleapis|[a-z0-9]+\.tts\.speech\.microsoft)\.com$/;

/** Returns where a request goes. In the sandbox, the fake services take the place of Google and Azure. */
const placeOf = (address: string): string => {
  const fake = process.env.INTEGRATIONS_ENDPOINT;
  if (fake === undefined || !URL.canParse(address)) return address;
  const { hostname, pathname } = new URL(address);
  return FIXED_HOST.test(hostname) ? `${fake}${pathname}` : address;
};

/** Sends a request to the host of an integration, as {@link askOutside} does. @throws OutsideFailed */
export const askIntegrationHost: AskOutside = (url, question, limits) =>
  askOutside(placeOf(url), question, limits, integrationRules());
