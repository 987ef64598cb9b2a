import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

/**
 * Returns the filter of the link by which the user came, see `paths.newCampaign`; null without one. The address loses it,
 * so that a reload does not open the new campaign again.
 */
export const useArrivedFilter = (): string | null => {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const filter = params.get('filter');
  const [arrived] = useState(filter);
  useEffect(() => {
    if (filter !== null) void navigate('.', { replace: true });
  }, [filter, navigate]);
  return arrived;
};
