import { formatMoment } from '../../kit/language.tsx';
import { Button, Icon } from '../../kit/parts.tsx';
import { StateSheet } from '../../kit/state-sheet.tsx';
import { usePage } from '../context.tsx';
import { type Documento, isComplete, isUnderWay, keptDocuments, placeOf, roleIn } from '../steps.ts';
import { FirstPage } from './first-page.tsx';
import { KeepReceipt } from './keep-receipt.tsx';
import partStyles from './parts.module.css';
import { DocumentTitle, WayBack } from './sheet.tsx';
import styles from './signed.module.css';
import { Signers } from './signers.tsx';

/** After signing: what is done, what is still awaited, and what to keep. */
export function Signed() {
  const { state, t, language, road } = usePage();
  const { session, signed } = state;
  const documents = session?.documentos ?? [];
  const kept = session ? keptDocuments(session) : [];
  const done = session !== null && isComplete(session);
  const completing = kept.some(({ concluindo }) => concluindo) && kept.every(isSettled);
  return (
    <StateSheet
      icon="check"
      tone="ok"
      written={signed !== null}
      title={t.assinado.titulo(roleIn(kept), signed !== null)}
    >
      {signed && <p>{t.assinado.when(formatMoment(signed.assinadoEm, language))}</p>}
      <p>
        {done ? t.assinado.completed(kept.length) : completing ? t.assinado.sealing(kept.length) : t.assinado.underWay}
      </p>
      {!done && (
        <p className={partStyles.loading} role="status">
          <span className="spinner" aria-hidden="true" /> {t.assinado.following}
        </p>
      )}
      {session?.urlRetorno && <WayBack urlRetorno={session.urlRetorno} now={signed !== null} />}
      {session?.copiaPara && <p>{t.assinado.copyTo(session.copiaPara, done)}</p>}
      <ul className={`${partStyles.files} ${styles.copies}`}>
        {documents.map((documento) => (
          <Copy key={documento.id} documento={documento} />
        ))}
      </ul>
      {!done && (
        <div className={partStyles.actions}>
          <Button onClick={() => road.resume()}>{t.verifyNow}</Button>
        </div>
      )}
      <KeepReceipt />
      {!road.door && <p className="hint">{t.assinado.keepIt}</p>}
    </StateSheet>
  );
}

/** Nothing of it waits for another person. */
const isSettled = (documento: Documento) => documento.concluindo || !isUnderWay(documento);

function Copy({ documento }: { readonly documento: Documento }) {
  const { road, t, state } = usePage();
  const ready = documento.status === 'ASSINADO';
  const own = placeOf(documento)?.status;
  const proved = state.session?.autenticado ?? false;
  const code = documento.codigoValidacao;
  const validation = state.session?.ambiente === 'TESTE' ? '/validar/teste' : '/validar';
  return (
    <li>
      {!ready && <FirstPage documentoId={documento.id} />}
      <div>
        <DocumentTitle as="strong" titulo={documento.titulo} />
        {own === 'RECUSADO' && <p>{t.states.recusado.titulo}</p>}
        <p className="hint">{documento.concluindo ? t.assinado.sealingOne : t.statuses[documento.status]}</p>
        {!ready && <Signers pessoas={documento.pessoas} />}
        {ready && proved && <FirstPage key="signed" documentoId={documento.id} signed large />}
        {code && (
          <p>
            {t.assinado.codigo} <code className={styles.code}>{code}</code>{' '}
            <a href={`${validation}/${code}`} rel="noreferrer">
              {t.assinado.check}
            </a>
          </p>
        )}
        {ready && proved && (
          <p className={partStyles.actions}>
            <a className="button primary" href={road.api.fileUrl(road.token, documento.id)} download rel="noreferrer">
              <Icon name="down" /> {t.assinado.download}
            </a>
            {own === 'ASSINADO' && (
              <a className="button" href={road.api.certificateUrl(road.token, documento.id)} download rel="noreferrer">
                <Icon name="down" /> {t.assinado.downloadCertificate}
              </a>
            )}
          </p>
        )}
        {ready && !proved && <p className="hint">{t.assinado.noFactor}</p>}
      </div>
    </li>
  );
}
