import { styled } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { Separator } from 'react-resizable-panels';
import { motion } from '../../../theme/tokens.ts';

export const LINE_PX = 1;

const Line = styled(Separator)(({ theme }) => ({
  width: LINE_PX,
  zIndex: 1,
  outline: 'none',
  backgroundColor: theme.vars?.palette.divider,
  transition: `background-color ${motion.fastMs}ms`,
  '&[data-separator="hover"], &[data-separator="active"], &:focus-visible': {
    backgroundColor: theme.vars?.palette.primary.main,
    boxShadow: `0 0 0 1px ${theme.vars?.palette.primary.main}`,
  },
}));

/** The line between list and conversation: dragged, or moved with the arrow keys. */
export const ListSplitter = () => {
  const { t } = useTranslation('tickets');
  return <Line aria-label={t('resize')} />;
};
