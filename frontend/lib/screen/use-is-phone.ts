import useMediaQuery from '@mui/material/useMediaQuery';
import { PHONE_MAX_PX } from '../../theme/tokens.ts';

/** Returns whether the window has room for only one pane. */
export const useIsPhone = (): boolean => useMediaQuery(`(max-width: ${PHONE_MAX_PX}px)`, { noSsr: true });
