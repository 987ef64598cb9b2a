import { PLAYER_ORIGIN } from '@prosa/shared/rules/video-code.ts';

/** Origins that the browser may connect to besides the app's own. */
export interface ConnectSources {
  /** Origin that accepts presigned uploads, if it is not the app's own. */
  uploadOrigin?: string;
  /** Origin of the WebSocket API; listed because not every browser includes `wss:` in 'self'. */
  socketOrigin?: string;
}

const YEAR_S = 31_536_000;

/**
 * Returns the headers of everything that the app serves; the edge in AWS and the local gateway send the same headers
 * (S-66).
 */
export const appSecurityHeaders = ({
  uploadOrigin,
  socketOrigin,
}: ConnectSources = {}): Record<string, string> => ({
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    // Emotion adds style elements at run time.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "worker-src 'self' blob:",
    // Documents are shown as blobs from the tab's memory, only as PDF; videos of helps in YouTube's player.
    `frame-src blob: ${PLAYER_ORIGIN}`,
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
  // The app records voice notes and photos, and attendants can send their location.
  'permissions-policy': 'camera=(self), microphone=(self), geolocation=(self), payment=(), usb=()',
});

/** Headers of customers' and attendants' files, so that active content cannot run (S-40). */
export const MEDIA_SECURITY_HEADERS: Record<string, string> = {
  'content-security-policy': "sandbox; default-src 'none'",
  'strict-transport-security': `max-age=${YEAR_S}; includeSubDomains`,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

/** `Cache-Control` of a file: only the reader's browser caches it, for less time than the link is valid. */
export const MEDIA_CACHE_CONTROL = 'private, max-age=300';

/** `Cache-Control` of every API answer and of every error: nobody keeps it. */
export const NOT_STORED = 'no-store';
