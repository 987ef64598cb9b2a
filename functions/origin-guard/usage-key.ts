import { sha256 } from '../platform/ids.ts';

/**
 * Returns the key by which the REST API finds its usage plan: it identifies the installation, and proves nothing. It
 * is independent of CloudFront's secret, so that the two need not change at the same moment. 64 letters and digits:
 * API Gateway accepts 20 to 128.
 */
export const usageKeyOf = (appOrigin: string): string => sha256(`usage plan of ${appOrigin}`);
