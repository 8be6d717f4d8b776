import type { ImportColumn } from '../../../../shared/domain/customer-import/rows.ts';

/** What a column of the file can contain: an import column, a part of the customer's name, or the status of the subscription. */
export type MappingTarget = ImportColumn | 'first_name' | 'last_name' | 'status';

const labelsIn = (text: string): readonly string[] =>
  text
    .split(',')
    .map((label) => label.trim())
    .filter((label) => label !== '');

/**
 * The headings of each column in other systems (Stripe, Chargebee, Mollie, Recurly, Paddle) and in English, German, Dutch and French, as
 * normalized by `normalizeLabel`. Best matches first.
 */
export const SYNONYMS: Readonly<Record<MappingTarget, readonly string[]>> = {
  reference: labelsIn(`
    customer reference, customer id, customer number, customer no, customer code, account code, account number, client id, client number,
    client reference, user id, member id, kundennummer, kunden nr, kundennr, kunden nummer, kunden id, debitorennummer, debitor nr,
    klantnummer, klant id, klant nr, klantcode, relatienummer, debiteurnummer, debiteur nr, numero client, numero de client, no client,
    n client, id client, code client, reference client, reference, referenz, referentie, external id, handle, id`),
  name: labelsIn(`
    name, full name, customer name, company name, company, business name, organization, organisation, client name, account name, kundenname,
    firmenname, firma, vollstandiger name, name des kunden, unternehmen, naam, volledige naam, klantnaam, bedrijfsnaam, bedrijf,
    nom complet, nom du client, nom client, raison sociale, societe, entreprise, nom, contact name, contact`),
  first_name: labelsIn('first name, firstname, given name, forename, vorname, voornaam, prenom, contact first name'),
  last_name: labelsIn(`
    last name, lastname, surname, family name, nachname, familienname, achternaam, nom de famille, contact last name`),
  email: labelsIn(`
    email, e mail, customer email, email address, e mail address, billing email, mail, mail address, mailadresse, e mail adresse,
    email adresse, emailadres, e mailadres, e mail adres, mailadres, adresse e mail, adresse email, adresse mail, courriel,
    adresse electronique, contact email`),
  country_code: labelsIn(`
    country code, country, billing country, address country, card address country, country iso, iso country, land, landerkurzel,
    laenderkuerzel, landercode, laendercode, landeskurzel, landeskennzeichen, staat, landcode, land code, pays, code pays`),
  address_line1: labelsIn(`
    address line 1, line 1, address 1, street, street address, address street, street and number, billing street, strasse,
    strasse und hausnummer, strasse hausnummer, strasse nr, anschrift, straat, straat en huisnummer, straat huisnummer, straatnaam, rue,
    adresse 1, adresse ligne 1, ligne 1, numero et rue, address, adresse, adres, adresregel 1, adresszeile 1`),
  address_line2: labelsIn(`
    address line 2, line 2, address 2, extended address, adresszusatz, adresszeile 2, toevoeging, adresregel 2, complement d adresse,
    complement adresse, complement, adresse 2, adresse ligne 2, ligne 2`),
  postal_code: labelsIn(`
    postal code, zip, zip code, zip postal code, postcode, post code, postalcode, address zip, address postal code, plz, postleitzahl, code postal, cp`),
  city: labelsIn('city, town, address city, locality, ort, stadt, wohnort, plaats, plaatsnaam, woonplaats, stad, ville, commune, localite'),
  vat_number: labelsIn(`
    vat number, vat no, vat nr, vat id, vat, vatin, vat identification number, vat registration number, business vat id, company vat number,
    eu vat number, tax id value, tax id, tax ids, tax id number, ust id nr, ust id, ust idnr, ustid, ustidnr, umsatzsteuer id,
    umsatzsteuer identifikationsnummer, umsatzsteueridentifikationsnummer, uid nummer, uid nr, btw nummer, btw nr, btw id, btw,
    btw identificatienummer, numero de tva, numero tva, n tva, no tva, tva, tva intracommunautaire, numero de tva intracommunautaire,
    n de tva, n tva intracommunautaire, partita iva`),
  language: labelsIn(`
    language, locale, preferred language, preferred locale, preferred locales, lang, language code, sprache, sprachcode, taal, taalcode,
    langue`),
  plan: labelsIn(`
    plan, price id, plan id, plan code, plan name, subscription plan, subscription plan id, item price id, product, product name, tarif,
    tarifname, tariff, abonnement, abo, paket, produkt, produktname, pakket, formule, offre, forfait, produit, package, membership,
    product id, price, tier`),
  next_charge_date: labelsIn(`
    next charge date, next charge, next charge at, next charge on, next billing, next billing date, next billing at, next billed at,
    next bill date, next bill on, next payment, next payment date, next payment at, next invoice, next invoice date, next renewal,
    next renewal date, renewal date, renews at, renews on, renewal, current period end, current period ends at, current period ends,
    current term end, current term ends at, current billing period ends at, nachste abbuchung, nachster einzug, nachste zahlung,
    nachste abrechnung, nachste rechnung, nachstes abbuchungsdatum, naechste abbuchung, naechste zahlung, naechste abrechnung,
    naechste rechnung, naechster einzug, verlangerung, verlangerung am, verlangerungsdatum, verlaengerung, verlaengert am,
    volgende incasso, volgende incassodatum, volgende afschrijving, volgende betaling, volgende betaaldatum, volgende factuur,
    volgende factuurdatum, verlengdatum, verlenging, prochain prelevement, date du prochain prelevement, prochain paiement,
    date du prochain paiement, prochaine echeance, prochaine facturation, prochaine facture, prochain renouvellement,
    date de renouvellement, renouvellement`),
  // No synonyms: a status column is about the subscription only in a file with plans. In such a file, `FALLBACKS` (`columns.ts`) maps it.
  status: [],
  mandate_reference: labelsIn(`
    mandate reference, mandate id, mandate, sepa mandate, sepa mandate id, sepa mandate reference, direct debit mandate,
    mandatsreferenz, mandatsreferenznummer, mandats id, mandat, mandat id, sepa mandat, sepa mandatsreferenz, mandaat, mandaat id,
    mandaatkenmerk, mandaatreferentie, machtiging, machtigingskenmerk, machtigings id, incassomachtiging, sepa machtiging, rum,
    reference unique de mandat, reference unique du mandat, reference du mandat, reference mandat, mandat sepa, id mandat`),
  subscription_reference: labelsIn(`
    subscription reference, subscription id, subscription number, subscription uuid, subscription code, subscription, contract id,
    contract number, abo id, abo nr, abonummer, abo nummer, abonnement id, abonnementsnummer, vertragsnummer, vertrags id, vertrag,
    contractnummer, numero d abonnement, id abonnement, reference abonnement, numero de contrat, contrat`),
};
