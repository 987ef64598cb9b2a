/** Where the browser may connect beside the app's own origin. */
export interface ConnectSources {
  /** Origin that takes presigned uploads, where it is not the app's own. */
  uploadOrigin?: string;
  /** Live channel, named because not every browser counts `wss:` as 'self'. */
  socketOrigin?: string;
}

const YEAR_S = 31_536_000;

/** Headers of everything the app serves; the edge in AWS and the local front send the same (S-66). */
export const appSecurityHeaders = ({
  uploadOrigin,
  socketOrigin,
}: ConnectSources = {}): Record<string, string> => ({
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    // Emotion writes style elements at run time.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "worker-src 'self' blob:",
    // Documents are shown out of the tab's own memory, as PDF and nothing else.
    'frame-src blob:',
    ["connect-src 'self'", uploadOrigin, socketOrigin].filter((source) => source !== undefined).join(' '),
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'strict-transport-security': `max-age=${YEAR_S}; includeSubDomains`,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  // Voice notes and photos are recorded in the app; an attendant sends where he is.
  'permissions-policy': 'camera=(self), microphone=(self), geolocation=(self), payment=(), usb=()',
});

/** Headers of customers' and attendants' files: whatever they contain, it cannot act (S-40). */
export const MEDIA_SECURITY_HEADERS: Record<string, string> = {
  'content-security-policy': "sandbox; default-src 'none'",
  'strict-transport-security': `max-age=${YEAR_S}; includeSubDomains`,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  // Kept by its reader alone, for less than its link lives.
  'cache-control': 'private, max-age=300',
};
