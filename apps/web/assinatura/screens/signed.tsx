import { formatMoment } from '../../kit/language.tsx';
import { Button, Icon } from '../../kit/parts.tsx';
import { usePage } from '../context.tsx';
import { type Documento, isOpen } from '../steps.ts';
import { DocumentTitle, StateSheet } from './sheet.tsx';

/** After signing: what is done, what is still awaited, and what to keep. */
export function Signed() {
  const { state, t, language, road } = usePage();
  const { session, signed } = state;
  const documents = session?.documentos ?? [];
  const done = documents.length > 0 && documents.every(({ status }) => status === 'ASSINADO');
  const completing = documents.some(({ concluindo }) => concluindo) && documents.every(isSettled);
  return (
    <StateSheet
      icon="check"
      tone="ok"
      title={t.assinado.titulo(session?.signatario.funcao ?? 'ASSINAR', signed !== null)}
    >
      {signed && <p className="when">{t.assinado.when(formatMoment(signed.assinadoEm, language))}</p>}
      <p>
        {done
          ? t.assinado.concluido(documents.length)
          : completing
            ? t.assinado.sealing(documents.length)
            : t.assinado.andamento}
      </p>
      {!done && (
        <p className="loading" role="status">
          <span className="spinner" aria-hidden="true" /> {t.assinado.following}
        </p>
      )}
      <ul className="copies">
        {documents.map((documento) => (
          <Copy key={documento.id} documento={documento} />
        ))}
      </ul>
      {!done && (
        <div className="actions">
          <Button onClick={() => road.resume()}>{t.verifyNow}</Button>
        </div>
      )}
      <p className="hint">{t.assinado.keepIt}</p>
    </StateSheet>
  );
}

/** Nothing of it waits for another person. */
const isSettled = ({ concluindo, status }: Documento) => concluindo || !isOpen({ status });

function Copy({ documento }: { readonly documento: Documento }) {
  const { road, t, state } = usePage();
  const ready = documento.status === 'ASSINADO';
  const proved = state.session?.autenticado ?? false;
  const code = documento.codigoValidacao;
  const validation = state.session?.ambiente === 'TESTE' ? '/validar/teste' : '/validar';
  return (
    <li>
      <Icon name="file" />
      <div>
        <DocumentTitle as="strong" titulo={documento.titulo} />
        <p className="hint">{documento.concluindo ? t.assinado.sealingOne : t.statuses[documento.status]}</p>
        {code && (
          <p>
            {t.assinado.codigo} <code className="code">{code}</code>{' '}
            <a href={`${validation}/${code}`} rel="noreferrer">
              {t.assinado.check}
            </a>
          </p>
        )}
        {ready && proved && (
          <p className="actions">
            <a className="button primary" href={road.api.fileUrl(road.token, documento.id)} download rel="noreferrer">
              <Icon name="down" /> {t.assinado.baixar}
            </a>
            {state.session?.signatario.status === 'ASSINADO' && (
              <a className="button" href={road.api.certificateUrl(road.token, documento.id)} download rel="noreferrer">
                <Icon name="down" /> {t.assinado.baixarCertificado}
              </a>
            )}
          </p>
        )}
        {ready && !proved && <p className="hint">{t.assinado.noFactor}</p>}
      </div>
    </li>
  );
}
