"""Reads CII files with drafthorse, a library that this project does not use, and prints what it understood: one JSON object a file."""

import json
import pathlib
import sys

from drafthorse.models.document import Document


def text(element):
    """The text of an element of any kind; None if it is empty."""
    for attribute in ("_value", "_amount", "_text"):
        value = getattr(element, attribute, None)
        if value not in (None, ""):
            return format(value, "f") if hasattr(value, "as_tuple") else str(value)
    return None


def line(item):
    settlement = item.settlement
    return {
        "name": text(item.product.name) if hasattr(item.product.name, "_text") else str(item.product.name),
        "quantity": text(item.delivery.billed_quantity),
        "net": text(settlement.monetary_summation.total_amount),
        "rate": text(settlement.trade_tax.rate_applicable_percent),
    }


def tax(each):
    return {
        "category": str(each.category_code),
        "rate": text(each.rate_applicable_percent),
        "taxable": text(each.basis_amount),
        "tax": text(each.calculated_amount),
    }


def vat_ids(party):
    return [text(each.id) or str(each.id) for each in party.tax_registrations.children]


def read(path):
    document = Document.parse(path.read_bytes())
    trade = document.trade
    totals = trade.settlement.monetary_summation
    return {
        "file": path.name,
        "number": str(document.header.id),
        "type": str(document.header.type_code),
        "issued": str(document.header.issue_date_time),
        "currency": str(trade.settlement.currency_code),
        "seller": str(trade.agreement.seller.name),
        "buyer": str(trade.agreement.buyer.name),
        "sellerVatIds": vat_ids(trade.agreement.seller),
        "buyerVatIds": vat_ids(trade.agreement.buyer),
        "sellerCountry": str(trade.agreement.seller.address.country_id),
        "buyerCountry": str(trade.agreement.buyer.address.country_id),
        "total": text(totals.grand_total),
        "paid": text(totals.prepaid_total),
        "due": text(totals.due_amount),
        "lines": [line(item) for item in trade.items.children],
        "taxes": [tax(each) for each in trade.settlement.trade_tax.children],
    }


for path in sorted(pathlib.Path(sys.argv[1]).glob("*cii.xml")):
    print(json.dumps(read(path)))
