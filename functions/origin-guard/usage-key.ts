import { sha256 } from '../platform/ids.ts';

/**
 * By which the REST API finds its usage plan: names the installation, and proves nothing. It outlives the secret of the
 * edge, so that the two need not change at the same moment. 64 letters and digits: API Gateway takes 20 to 128.
 */
export const usageKeyOf = (appOrigin: string): string => sha256(`usage plan of ${appOrigin}`);
