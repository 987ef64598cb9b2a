import useMediaQuery from '@mui/material/useMediaQuery';
import { PHONE_MAX_PX } from '../../theme/tokens.ts';

/** Whether there is room for one pane only. */
export const useIsPhone = (): boolean => useMediaQuery(`(max-width: ${PHONE_MAX_PX}px)`, { noSsr: true });
