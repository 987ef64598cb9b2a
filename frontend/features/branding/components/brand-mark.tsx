import Box from '@mui/material/Box';
import { useColorScheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { FreshImage } from '../../../components/media/fresh-image.tsx';
import { font, radius } from '../../../theme/tokens.ts';
import { useBranding } from '../hooks/use-branding.ts';

interface BrandMarkProps {
  size: 'small' | 'large';
  /** Shows only the sign, where there is no room for the name. */
  iconOnly?: boolean;
}

const SIDE = { small: 32, large: 48 } as const;

/** The installation's logo, or the first letter of its name on the accent colour. */
export const BrandMark = ({ size, iconOnly = false }: BrandMarkProps) => {
  const { appName, appLogoLight, appLogoDark } = useBranding();
  const { colorScheme } = useColorScheme();
  const logo = colorScheme === 'dark' ? appLogoDark : appLogoLight;
  if (logo !== '' && !iconOnly)
    return (
      <FreshImage
        src={logo}
        alt={appName}
        loading="eager"
        style={{ height: SIDE[size], maxWidth: '100%', objectFit: 'contain' }}
      />
    );
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, minWidth: 0 }}>
      <Box
        aria-hidden
        sx={{
          display: 'grid',
          placeItems: 'center',
          flexShrink: 0,
          width: SIDE[size],
          height: SIDE[size],
          borderRadius: `${radius.card}px`,
          borderBottomLeftRadius: `${radius.tail}px`,
          bgcolor: 'primary.main',
          color: 'primary.contrastText',
          fontSize: SIDE[size] / 2,
          fontWeight: font.weight.strong,
        }}
      >
        {appName.charAt(0).toUpperCase()}
      </Box>
      {!iconOnly && (
        <Typography variant={size === 'large' ? 'h1' : 'h3'} component="span" noWrap>
          {appName}
        </Typography>
      )}
    </Box>
  );
};
