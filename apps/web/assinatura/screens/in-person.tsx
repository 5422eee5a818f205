import { type ReactNode, useEffect } from 'react';
import { formatMoment } from '../../kit/language.tsx';
import { Button } from '../../kit/parts.tsx';
import { StateSheet } from '../../kit/state-sheet.tsx';
import { useRoad } from '../context.tsx';
import { keptDocuments, roleIn } from '../steps.ts';
import { IN_PERSON } from '../texts/in-person.ts';
import { KeepReceipt } from './keep-receipt.tsx';
import partStyles from './parts.module.css';
import { WayBack } from './sheet.tsx';

/**
 * The page on a device that the sender hands over (docs/adr/0088): it begins with handing it over and ends with giving it
 * back, and the next one who has it in hand finds nothing of this person.
 * @param children what the page shows in between
 */
export default function InPerson({ children }: { readonly children: ReactNode }) {
  const { state } = useRoad();
  useEffect(() => {
    // A browser may keep a page as it was when it was left, and show it again on the way back.
    const again = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
    addEventListener('pageshow', again);
    return () => removeEventListener('pageshow', again);
  }, []);
  const { screen, signed, refused, handedOver } = state;
  if (screen === 'percurso' && !handedOver) return <HandOver />;
  if (screen !== 'assinado' && screen !== 'recusado') return children;
  return signed || refused ? <Done /> : <GiveBack />;
}

/** Before anything is shown of what there is to be signed. */
function HandOver() {
  const { road, session, language } = useRoad();
  const t = IN_PERSON[language];
  const { nome } = session.signatario;
  return (
    <StateSheet icon="phone" title={t.handOver(nome)} quiet>
      <p>{t.before}</p>
      <p className="hint">{t.notKept}</p>
      <div className={partStyles.actions}>
        <Button look="primary" className="large" onClick={() => road.set({ handedOver: true })}>
          {t.begin(nome)}
        </Button>
      </div>
    </StateSheet>
  );
}

const useSender = (): string => {
  const { organizacao, marca } = useRoad().session.remetente;
  return marca.nomeRemetente ?? organizacao;
};

/** What the person just did, before they give the device back. */
function Done() {
  const { state, session, t, language } = useRoad();
  const texts = IN_PERSON[language];
  const sender = useSender();
  const { signed, receipts } = state;
  // Loaded again, the page knows no more than what everybody may see, and the way back leads to nothing else.
  const conclude = () => location.reload();
  return (
    <StateSheet
      icon={signed ? 'check' : 'refuse'}
      {...(signed ? { tone: 'ok' } : {})}
      written={signed !== null}
      title={signed ? t.assinado.titulo(roleIn(keptDocuments(session)), true) : t.states.recusado.titulo}
    >
      {signed && <p>{t.assinado.when(formatMoment(signed.assinadoEm, language))}</p>}
      {signed && <p>{texts.copy(sender)}</p>}
      <KeepReceipt />
      {receipts.length > 0 && <p className="hint">{texts.receiptStays}</p>}
      <p>{texts.afterwards(sender)}</p>
      <div className={partStyles.actions}>
        <Button look="primary" className="large" onClick={conclude}>
          {texts.conclude}
        </Button>
      </div>
    </StateSheet>
  );
}

/** All that is shown of what is over. */
function GiveBack() {
  const { state, session, language } = useRoad();
  const t = IN_PERSON[language];
  return (
    <StateSheet icon="check" title={t.giveBack(useSender())} quiet>
      <p>{state.screen === 'recusado' ? t.refused : t.signed}</p>
      {session.urlRetorno && <WayBack urlRetorno={session.urlRetorno} now={false} />}
    </StateSheet>
  );
}
