/**
 * Routes that answer without a signed-in user, each with why that is safe. A route that is not here and asks for no
 * user fails the checks; add one only with a review.
 */
export const ANONYMOUS_ROUTES: Record<string, { permission: 'public' | 'cookie' | 'webhook'; why: string }> =
  {
    'auth.login': {
      permission: 'public',
      why: 'It is how one signs in; slow by design and limited by address and account.',
    },
    'auth.refresh': {
      permission: 'cookie',
      why: 'The refresh cookie is the proof; own origin and client header are required.',
    },
    'auth.logout': {
      permission: 'cookie',
      why: 'Ends the family that the cookie names, and can do nothing else.',
    },
    'platform.version': { permission: 'public', why: 'A version and nothing else; health checks read it.' },
    'platform.openapi': {
      permission: 'public',
      why: 'The description of the API is in the public repository.',
    },
    'platform.publicSettings': {
      permission: 'public',
      why: 'Name, colours and logos of the sign-in page; an allow-list.',
    },
    'platform.publicSetting': { permission: 'public', why: 'One of the same allow-list.' },
    'webhooks.verify': { permission: 'webhook', why: 'Answers only to the verify token that we gave Meta.' },
    'webhooks.receive': {
      permission: 'webhook',
      why: 'Reads nothing before the signature over the raw bytes is right.',
    },
  };
