import { useRoad } from '../context.tsx';
import { correctedIn } from '../fields.ts';
import { type Documento, nameIn, namesDiffer, openDocuments, placeOf, roleIn } from '../steps.ts';

/** In what role and under what name the person signs a document of a set; nothing where that is the same in all. */
export function Place({ documento }: { readonly documento: Documento }) {
  const { state, session, t } = useRoad();
  const role = roleIn(openDocuments(session)) === 'MIXED' ? placeOf(documento)?.funcao : undefined;
  const name = namesDiffer(session) && (correctedIn(state.given, session).nome ?? nameIn(documento, session));
  if (!role && !name) return null;
  return (
    <p>
      {role && t.verb[role]}
      {role && name && <br />}
      {name && <span className="hint">{t.underName(name)}</span>}
    </p>
  );
}
