import { type Fault, saidOf } from '../kit/api.ts';
import { clock, useCountdown } from '../kit/hooks.ts';
import { Notice } from '../kit/parts.tsx';
import { usePage } from './context.tsx';

/** Why a message was not asked for, beside what asks for it. @param until of this device's clock, in ms */
export function Trouble({ fault, until }: { readonly fault: Fault; readonly until: number | null }) {
  const { t } = usePage();
  const left = useCountdown(until);
  if (fault.kind === 'limit') {
    return (
      <Notice tone="warn" icon="clock" alert>
        <p>
          {left > 0 ? t.failures.limit(left < 60 ? clock(left) : t.minutes(Math.ceil(left / 60))) : t.failures.over}
        </p>
      </Notice>
    );
  }
  const said = fault.kind === 'refused' ? saidOf(fault.error) : null;
  return (
    <Notice tone="danger" icon={fault.kind === 'offline' ? 'offline' : 'alert'} alert>
      <p>
        {said
          ? (t.fromService(said.texto, said) ?? said.texto)
          : t.failures[fault.kind === 'down' ? 'down' : 'offline']}
      </p>
    </Notice>
  );
}
