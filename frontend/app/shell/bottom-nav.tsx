import MoreHorizRounded from '@mui/icons-material/MoreHorizRounded';
import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { Suspense, useState } from 'react';
import { NavLink } from 'react-router';
import { lazyPart } from '../../lib/screen/lazy-part.ts';
import { useAsked } from '../../lib/screen/use-asked.ts';
import { useTranslation } from '../../lib/texts/use-translation.ts';
import { layout } from '../../theme/tokens.ts';
import { type NavigationEntry, useNavigation } from './use-navigation.ts';

const MoreMenu = lazyPart(async () => ({ default: (await import('./more-menu.tsx')).MoreMenu }));

/** Number of named entries that fit a width of 320 px within a thumb's reach. */
const SHOWN = 4;
/** Longer names get more width, because equal parts would truncate them. */
const itemStyles = {
  flex: '1 1 auto',
  minWidth: 0,
  paddingX: 1,
  height: layout.bottomNav,
  display: 'flex',
  flexDirection: 'column',
  gap: '2px',
  color: 'text.secondary',
  '&.active, &.pending': { color: 'primary.text' },
} as const;

/** The menu on phones, at the bottom within the thumb's reach. Hidden when it has only one entry. */
export const BottomNav = () => {
  const { t } = useTranslation('shell');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const asked = useAsked(anchor !== null);
  const items = useNavigation().flat();
  if (items.length < 2) return null;
  const fits = items.length <= SHOWN;
  const shown = fits ? items : items.slice(0, SHOWN - 1);
  const rest = fits ? [] : items.slice(SHOWN - 1);
  return (
    <Box
      component="nav"
      aria-label={t('menu')}
      sx={{
        display: 'flex',
        flexShrink: 0,
        bgcolor: 'background.paper',
        borderTop: 1,
        borderColor: 'divider',
        paddingBottom: 'env(safe-area-inset-bottom)',
      }}
    >
      {shown.map((item) => (
        <BottomLink key={item.feature} item={item} />
      ))}
      {rest.length > 0 && (
        <>
          <ButtonBase
            sx={itemStyles}
            aria-haspopup="menu"
            onClick={(event) => setAnchor(event.currentTarget)}
          >
            <MoreHorizRounded aria-hidden />
            <Typography variant="caption">{t('more')}</Typography>
          </ButtonBase>
          {asked && (
            <Suspense fallback={null}>
              <MoreMenu anchor={anchor} items={rest} onClose={() => setAnchor(null)} />
            </Suspense>
          )}
        </>
      )}
    </Box>
  );
};

const BottomLink = ({ item }: { item: NavigationEntry }) => {
  return (
    <ButtonBase component={NavLink} to={item.path} sx={itemStyles}>
      <Badge variant="dot" color="warning" invisible={!item.warning}>
        <item.Icon aria-hidden />
      </Badge>
      <Typography variant="caption" noWrap sx={{ maxWidth: '100%' }}>
        {item.label}
      </Typography>
    </ButtonBase>
  );
};
