import useMediaQuery from '@mui/material/useMediaQuery';
import { useMatch } from 'react-router';
import { paths } from '../../../lib/screen/paths.ts';
import { layout } from '../../../theme/tokens.ts';
import { THREE_COLUMNS, useContactColumn } from '../../contacts/contact-column.ts';

/** Returns the width of the contact column beside the open conversation; 0 while there is none. */
export const useContactPx = (): number => {
  const hasColumn = useMediaQuery(THREE_COLUMNS, { noSsr: true });
  const isOpen = useContactColumn();
  const inConversation = useMatch(paths.ticket(':uuid')) !== null;
  return hasColumn && isOpen && inConversation ? layout.contactDrawer : 0;
};
