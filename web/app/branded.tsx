import { Ambulance, House, RadioTower, UserRound } from "lucide-react";
import { useLayoutEffect } from "react";
import { Outlet, type RouteObject, useParams } from "react-router";
import { TAXI_PROJECT } from "#contract/projects.ts";
import { type Brand, BrandContext, companyBrand } from "#shared/ui/brand.tsx";

/** Each product's own name and sign; the colours stand in tokens.css. The company's own (parking, the main site) are the default. */
const taxi: Brand = { product: "taxi", name: "Taxi", sign: <span className="text-[0.625rem]">TAXI</span> };

export const brands = {
  taxi,
  dispatch: { product: "dispatch", name: { sv: "Ledningscentralen", en: "Dispatch" }, sign: <RadioTower /> },
  realEstate: { product: "real-estate", name: "Ystadbostäder", sign: <House /> },
  ambulance: { product: "ambulance", name: { sv: "Ambulanstjänst", en: "Ambulance service" }, sign: <Ambulance /> },
  accounts: { product: "accounts", name: { sv: "Konton", en: "Accounts" }, sign: <UserRound /> },
} satisfies Record<string, Brand>;

/** The routes of a product, under its brand. */
export const branded = (brand: Brand, children: RouteObject[]): RouteObject => ({
  element: <Branded brand={brand} />,
  children,
});

/** The routes of parking, where one project is a taxi's (document 1 §2). */
export const brandedByProject = (children: RouteObject[]): RouteObject => ({ element: <ByProject />, children });

function ByProject() {
  const { projectId } = useParams();
  return <Branded brand={projectId === TAXI_PROJECT ? taxi : companyBrand} />;
}

/** The bar of the browser, and of the installed application, has the colour of the sign below it. */
const colourBar = () =>
  document
    .querySelector("meta[name=theme-color]")
    ?.setAttribute("content", getComputedStyle(document.documentElement).getPropertyValue("--sign"));

/** What lies outside of the screen (dialogs, the canvas, the browser's own bar) wears the accent too. */
function Branded({ brand }: { brand: Brand }) {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (brand.product === undefined) return undefined;
    dataset["product"] = brand.product;
    colourBar();
    return () => {
      delete dataset["product"];
      colourBar();
    };
  }, [brand]);
  return (
    <BrandContext value={brand}>
      <Outlet />
    </BrandContext>
  );
}
