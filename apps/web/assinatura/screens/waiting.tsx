import { Button, Icon } from '../../kit/parts.tsx';
import { usePage } from '../context.tsx';

/** Shown while an act is kept until the connection or the service comes back. */
export function Waiting() {
  const { road, state, t } = usePage();
  if (!state.waiting) return null;
  const texts = state.waiting.cause === 'offline' ? t.noLine : t.noService;
  return (
    <div className="kept" role="alert">
      <Icon name="offline" />
      <div>
        <strong>{texts.titulo}</strong>
        <p>{texts.texto}</p>
      </div>
      <Button busy={state.busy !== null} onClick={() => road.resume()}>
        {t.tryNow}
      </Button>
    </div>
  );
}
