-- How long the texts of documents are. Without it the planner takes a third of them for longer than documento_texto holds,
-- and counts those of a common word by reading every document that has it: a second in an organization of a million, for
-- none. With it the few longer ones are read from documento_texto_longo.
create statistics if not exists documento_tamanho_do_texto on (octet_length(busca)) from documento;
analyze documento;
