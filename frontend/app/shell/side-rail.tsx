import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { memo } from 'react';
import { NavLink } from 'react-router';
import { BrandMark } from '../../features/branding/components/brand-mark.tsx';
import { useTranslation } from '../../lib/texts/use-translation.ts';
import { layout, motion, radius, TOUCH } from '../../theme/tokens.ts';
import { type NavigationEntry, useNavigation } from './use-navigation.ts';

/** The menu at the left: icons, with names when it is open. */
export const SideRail = memo(({ open }: { open: boolean }) => {
  const { t } = useTranslation('shell');
  const groups = useNavigation();
  return (
    <Box
      component="nav"
      aria-label={t('menu')}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        gap: 6,
        flexShrink: 0,
        width: open ? layout.railOpen : layout.railClosed,
        transition: `width ${motion.slowMs}ms ${motion.easing}`,
        paddingInline: 3,
        paddingBottom: 3,
        overflowX: 'hidden',
        // Without a bar, which would cover the icons of the folded menu.
        overflowY: 'auto',
        scrollbarWidth: 'none',
        bgcolor: 'background.paper',
        borderRight: 1,
        borderColor: 'divider',
      }}
    >
      <Box
        sx={{ display: 'flex', alignItems: 'center', height: layout.topBar, flexShrink: 0, paddingLeft: 1 }}
      >
        <BrandMark size="small" iconOnly={!open} />
      </Box>
      {groups.map((group) => (
        <Box
          key={group.map(({ feature }) => feature).join()}
          component="ul"
          sx={{ display: 'flex', flexDirection: 'column', gap: 1, margin: 0, padding: 0, listStyle: 'none' }}
        >
          {group.map((item) => (
            <li key={item.feature}>
              <RailLink item={item} open={open} />
            </li>
          ))}
        </Box>
      ))}
    </Box>
  );
});
SideRail.displayName = 'SideRail';

const RailLink = ({ item, open }: { item: NavigationEntry; open: boolean }) => {
  const { t } = useTranslation('shell');
  const { label } = item;
  return (
    <ButtonBase
      component={NavLink}
      to={item.path}
      {...(open ? {} : { 'data-hint': label, 'data-hint-side': 'right' })}
      aria-label={item.warning ? t('needsAttention', { label }) : label}
      sx={{
        display: 'flex',
        justifyContent: 'flex-start',
        gap: 3,
        width: '100%',
        height: 40,
        [TOUCH]: { height: layout.touchTarget },
        paddingInline: '10px',
        color: 'text.secondary',
        borderRadius: `${radius.control}px`,
        '&:hover': { bgcolor: 'action.hover', color: 'text.primary' },
        // Highlights the target screen while it loads.
        '&.pending': { bgcolor: 'action.hover', color: 'primary.text' },
        '&.active': { bgcolor: 'primary.soft', color: 'primary.text' },
      }}
    >
      <Badge variant="dot" color="warning" invisible={!item.warning}>
        <item.Icon aria-hidden />
      </Badge>
      {open && (
        <Typography variant="subtitle1" component="span" noWrap>
          {label}
        </Typography>
      )}
    </ButtonBase>
  );
};
