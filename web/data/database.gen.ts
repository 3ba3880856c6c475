// Generated from supabase/migrations by `npm run generate:types` (the Supabase CLI). Not written by hand.
// oxlint-disable
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      admin_accounts: {
        Row: {
          account_id: string | null;
          created_at: string;
          created_by: string | null;
          deactivated_at: string | null;
          deactivated_by: string | null;
          id: string;
          password: string | null;
          project_id: string | null;
          renamed_from: string | null;
          site_id: string | null;
          user_id: string;
          user_key: string | null;
        };
        ComputedFields: never;
        Insert: {
          account_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          deactivated_at?: string | null;
          deactivated_by?: string | null;
          id?: string;
          password?: string | null;
          project_id?: string | null;
          renamed_from?: string | null;
          site_id?: string | null;
          user_id: string;
          user_key?: never;
        };
        Update: {
          account_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          deactivated_at?: string | null;
          deactivated_by?: string | null;
          id?: string;
          password?: string | null;
          project_id?: string | null;
          renamed_from?: string | null;
          site_id?: string | null;
          user_id?: string;
          user_key?: never;
        };
        Relationships: [];
      };
      admin_user_credentials: {
        Row: {
          account_type: string;
          created_at: string;
          email: string;
          id: string;
          is_active: boolean;
          password_text: string | null;
        };
        ComputedFields: never;
        Insert: {
          account_type: string;
          created_at?: string;
          email: string;
          id?: string;
          is_active?: boolean;
          password_text?: string | null;
        };
        Update: {
          account_type?: string;
          created_at?: string;
          email?: string;
          id?: string;
          is_active?: boolean;
          password_text?: string | null;
        };
        Relationships: [];
      };
      alarm_events: {
        Row: {
          alarm_id: string;
          at: string;
          by: string | null;
          created_at: string;
          data: NonNullable<Json>;
          id: string;
          kind: string;
          received_at: string;
        };
        ComputedFields: never;
        Insert: {
          alarm_id: string;
          at: string;
          by?: string | null;
          created_at?: string;
          data?: NonNullable<Json>;
          id?: string;
          kind: string;
          received_at?: string;
        };
        Update: {
          alarm_id?: string;
          at?: string;
          by?: string | null;
          created_at?: string;
          data?: NonNullable<Json>;
          id?: string;
          kind?: string;
          received_at?: string;
        };
        Relationships: [];
      };
      alarms: {
        Row: {
          acknowledged_at: string | null;
          acknowledged_by: string | null;
          cleared_at: string | null;
          cleared_by: string | null;
          created_at: string;
          id: string;
          note: string;
          outcome: string | null;
          place: string;
          raised_at: string;
          raised_by: string | null;
          unit_id: string;
          unit_number: string;
        };
        ComputedFields: never;
        Insert: {
          acknowledged_at?: string | null;
          acknowledged_by?: string | null;
          cleared_at?: string | null;
          cleared_by?: string | null;
          created_at?: string;
          id?: string;
          note?: string;
          outcome?: string | null;
          place?: string;
          raised_at: string;
          raised_by?: string | null;
          unit_id: string;
          unit_number: string;
        };
        Update: {
          acknowledged_at?: string | null;
          acknowledged_by?: string | null;
          cleared_at?: string | null;
          cleared_by?: string | null;
          created_at?: string;
          id?: string;
          note?: string;
          outcome?: string | null;
          place?: string;
          raised_at?: string;
          raised_by?: string | null;
          unit_id?: string;
          unit_number?: string;
        };
        Relationships: [];
      };
      ase_employees: {
        Row: {
          account_id: string | null;
          created_at: string;
          created_by: string | null;
          deactivated_at: string | null;
          deactivated_by: string | null;
          employee_id: string;
          employee_key: string | null;
          id: string;
          name: string | null;
          renamed_from: string | null;
        };
        ComputedFields: never;
        Insert: {
          account_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          deactivated_at?: string | null;
          deactivated_by?: string | null;
          employee_id: string;
          employee_key?: never;
          id?: string;
          name?: string | null;
          renamed_from?: string | null;
        };
        Update: {
          account_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          deactivated_at?: string | null;
          deactivated_by?: string | null;
          employee_id?: string;
          employee_key?: never;
          id?: string;
          name?: string | null;
          renamed_from?: string | null;
        };
        Relationships: [];
      };
      ase_positions: {
        Row: {
          created_at: string;
          employee_id: string;
          id: string;
          person_id: string;
          position: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          employee_id: string;
          id?: string;
          person_id: string;
          position: string;
        };
        Update: {
          created_at?: string;
          employee_id?: string;
          id?: string;
          person_id?: string;
          position?: string;
        };
        Relationships: [];
      };
      ase_settings: {
        Row: {
          checklist: string;
          created_at: string;
          id: string;
          leave_hours: number;
          offers_need_admin: boolean;
          positions: string[];
          project_id: string;
          sign_up: string;
        };
        ComputedFields: never;
        Insert: {
          checklist?: string;
          created_at?: string;
          id?: string;
          leave_hours?: number;
          offers_need_admin?: boolean;
          positions?: string[];
          project_id: string;
          sign_up?: string;
        };
        Update: {
          checklist?: string;
          created_at?: string;
          id?: string;
          leave_hours?: number;
          offers_need_admin?: boolean;
          positions?: string[];
          project_id?: string;
          sign_up?: string;
        };
        Relationships: [];
      };
      attendant_deletion_logs: {
        Row: {
          announced_by: string | null;
          attendant_user_id: string;
          deleted_at: string;
          deleted_by: string;
          discord_username: string | null;
          id: string;
          project_id: string | null;
          site_id: string | null;
          user_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          announced_by?: string | null;
          attendant_user_id: string;
          deleted_at?: string;
          deleted_by: string;
          discord_username?: string | null;
          id?: string;
          project_id?: string | null;
          site_id?: string | null;
          user_id?: string | null;
        };
        Update: {
          announced_by?: string | null;
          attendant_user_id?: string;
          deleted_at?: string;
          deleted_by?: string;
          discord_username?: string | null;
          id?: string;
          project_id?: string | null;
          site_id?: string | null;
          user_id?: string | null;
        };
        Relationships: [];
      };
      attendants: {
        Row: {
          account_id: string | null;
          created_at: string;
          deactivated_at: string | null;
          deactivated_by: string | null;
          discord_username: string | null;
          id: string;
          password: string | null;
          project_id: string | null;
          renamed_from: string | null;
          site_id: string | null;
          user_id: string;
          user_key: string | null;
        };
        ComputedFields: never;
        Insert: {
          account_id?: string | null;
          created_at?: string;
          deactivated_at?: string | null;
          deactivated_by?: string | null;
          discord_username?: string | null;
          id?: string;
          password?: string | null;
          project_id?: string | null;
          renamed_from?: string | null;
          site_id?: string | null;
          user_id: string;
          user_key?: never;
        };
        Update: {
          account_id?: string | null;
          created_at?: string;
          deactivated_at?: string | null;
          deactivated_by?: string | null;
          discord_username?: string | null;
          id?: string;
          password?: string | null;
          project_id?: string | null;
          renamed_from?: string | null;
          site_id?: string | null;
          user_id?: string;
          user_key?: never;
        };
        Relationships: [];
      };
      audit_trail: {
        Row: {
          action: string;
          actor_account: string | null;
          actor_id: string | null;
          actor_kind: string;
          after: Json | null;
          before: Json | null;
          created_at: string;
          id: string;
          project_id: string | null;
          request_id: string;
          row_id: string | null;
          site_id: string | null;
          subject: string;
        };
        ComputedFields: never;
        Insert: {
          action: string;
          actor_account?: string | null;
          actor_id?: string | null;
          actor_kind: string;
          after?: Json | null;
          before?: Json | null;
          created_at?: string;
          id?: string;
          project_id?: string | null;
          request_id: string;
          row_id?: string | null;
          site_id?: string | null;
          subject: string;
        };
        Update: {
          action?: string;
          actor_account?: string | null;
          actor_id?: string | null;
          actor_kind?: string;
          after?: Json | null;
          before?: Json | null;
          created_at?: string;
          id?: string;
          project_id?: string | null;
          request_id?: string;
          row_id?: string | null;
          site_id?: string | null;
          subject?: string;
        };
        Relationships: [];
      };
      bid_details: {
        Row: {
          bid_id: string;
          conditions: string | null;
          created_at: string;
          entered_by: string | null;
          id: string;
        };
        ComputedFields: never;
        Insert: {
          bid_id: string;
          conditions?: string | null;
          created_at?: string;
          entered_by?: string | null;
          id?: string;
        };
        Update: {
          bid_id?: string;
          conditions?: string | null;
          created_at?: string;
          entered_by?: string | null;
          id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "bid_details_bid_id_fkey";
            columns: ["bid_id"];
            isOneToOne: true;
            referencedRelation: "property_bids";
            referencedColumns: ["id"];
          },
        ];
      };
      bidders: {
        Row: {
          created_at: string;
          id: string;
          joined_to: string | null;
          name: string;
          number: number | null;
          property_id: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: string;
          joined_to?: string | null;
          name: string;
          number?: number | null;
          property_id: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          joined_to?: string | null;
          name?: string;
          number?: number | null;
          property_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "bidders_joined_to_fkey";
            columns: ["joined_to", "property_id"];
            isOneToOne: false;
            referencedRelation: "bidders";
            referencedColumns: ["id", "property_id"];
          },
          {
            foreignKeyName: "bidders_property_id_fkey";
            columns: ["property_id"];
            isOneToOne: false;
            referencedRelation: "properties";
            referencedColumns: ["id"];
          },
        ];
      };
      call_events: {
        Row: {
          at: string;
          batch_id: string | null;
          by: string | null;
          call_id: string;
          caller: string | null;
          created_at: string;
          data: NonNullable<Json>;
          id: string;
          kind: string;
          received_at: string;
        };
        ComputedFields: never;
        Insert: {
          at: string;
          batch_id?: string | null;
          by?: string | null;
          call_id: string;
          caller?: string | null;
          created_at?: string;
          data?: NonNullable<Json>;
          id?: string;
          kind: string;
          received_at?: string;
        };
        Update: {
          at?: string;
          batch_id?: string | null;
          by?: string | null;
          call_id?: string;
          caller?: string | null;
          created_at?: string;
          data?: NonNullable<Json>;
          id?: string;
          kind?: string;
          received_at?: string;
        };
        Relationships: [];
      };
      call_units: {
        Row: {
          assigned_at: string;
          call_id: string;
          cleared_at: string | null;
          created_at: string;
          en_route_at: string | null;
          given_since: string | null;
          given_status: string | null;
          id: string;
          on_scene_at: string | null;
          status_before: string | null;
          unit_id: string | null;
          unit_number: string;
        };
        ComputedFields: never;
        Insert: {
          assigned_at?: string;
          call_id: string;
          cleared_at?: string | null;
          created_at?: string;
          en_route_at?: string | null;
          given_since?: string | null;
          given_status?: string | null;
          id?: string;
          on_scene_at?: string | null;
          status_before?: string | null;
          unit_id?: string | null;
          unit_number: string;
        };
        Update: {
          assigned_at?: string;
          call_id?: string;
          cleared_at?: string | null;
          created_at?: string;
          en_route_at?: string | null;
          given_since?: string | null;
          given_status?: string | null;
          id?: string;
          on_scene_at?: string | null;
          status_before?: string | null;
          unit_id?: string | null;
          unit_number?: string;
        };
        Relationships: [
          {
            foreignKeyName: "call_units_call_id_fkey";
            columns: ["call_id"];
            isOneToOne: false;
            referencedRelation: "calls";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "call_units_unit_id_fkey";
            columns: ["unit_id"];
            isOneToOne: false;
            referencedRelation: "units";
            referencedColumns: ["id"];
          },
        ];
      };
      calls: {
        Row: {
          assigned_at: string | null;
          caller: string;
          closed_at: string | null;
          closed_by: string | null;
          created_at: string;
          duplicate_of: string | null;
          id: string;
          nature: string;
          number: string;
          on_scene_at: string | null;
          place: string;
          place_key: string | null;
          priority: number;
          received_at: string;
          received_by: string;
          result: string | null;
          status: string;
          waiting_since: string;
        };
        ComputedFields: never;
        Insert: {
          assigned_at?: string | null;
          caller?: string;
          closed_at?: string | null;
          closed_by?: string | null;
          created_at?: string;
          duplicate_of?: string | null;
          id?: string;
          nature?: string;
          number: string;
          on_scene_at?: string | null;
          place: string;
          place_key?: never;
          priority?: number;
          received_at?: string;
          received_by: string;
          result?: string | null;
          status?: string;
          waiting_since?: string;
        };
        Update: {
          assigned_at?: string | null;
          caller?: string;
          closed_at?: string | null;
          closed_by?: string | null;
          created_at?: string;
          duplicate_of?: string | null;
          id?: string;
          nature?: string;
          number?: string;
          on_scene_at?: string | null;
          place?: string;
          place_key?: never;
          priority?: number;
          received_at?: string;
          received_by?: string;
          result?: string | null;
          status?: string;
          waiting_since?: string;
        };
        Relationships: [
          {
            foreignKeyName: "calls_duplicate_of_fkey";
            columns: ["duplicate_of"];
            isOneToOne: false;
            referencedRelation: "calls";
            referencedColumns: ["id"];
          },
        ];
      };
      case_recipients: {
        Row: {
          address: string;
          at: string;
          created_at: string;
          fine_id: string;
          id: string;
          id_number: string;
          name: string;
          project_id: string | null;
          role: string;
          site_id: string | null;
          source: string;
        };
        ComputedFields: never;
        Insert: {
          address?: string;
          at?: string;
          created_at?: string;
          fine_id: string;
          id: string;
          id_number?: string;
          name: string;
          project_id?: string | null;
          role: string;
          site_id?: string | null;
          source?: string;
        };
        Update: {
          address?: string;
          at?: string;
          created_at?: string;
          fine_id?: string;
          id?: string;
          id_number?: string;
          name?: string;
          project_id?: string | null;
          role?: string;
          site_id?: string | null;
          source?: string;
        };
        Relationships: [
          {
            foreignKeyName: "case_recipients_fine_id_fkey";
            columns: ["fine_id"];
            isOneToOne: false;
            referencedRelation: "fines";
            referencedColumns: ["id"];
          },
        ];
      };
      certificate_types: {
        Row: {
          created_at: string;
          id: string;
          is_active: boolean;
          name: string;
          positions: string[];
          sort_order: number;
          warn_days: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: string;
          is_active?: boolean;
          name: string;
          positions?: string[];
          sort_order?: number;
          warn_days?: number;
        };
        Update: {
          created_at?: string;
          id?: string;
          is_active?: boolean;
          name?: string;
          positions?: string[];
          sort_order?: number;
          warn_days?: number;
        };
        Relationships: [];
      };
      certificates: {
        Row: {
          checked_at: string;
          checked_by: string;
          created_at: string;
          employee_id: string;
          expires_on: string | null;
          id: string;
          issued_on: string;
          left_at: string | null;
          person_id: string;
          reminded_at: string | null;
          replaced_at: string | null;
          type_id: string;
          warned_at: string | null;
        };
        ComputedFields: never;
        Insert: {
          checked_at?: string;
          checked_by: string;
          created_at?: string;
          employee_id: string;
          expires_on?: string | null;
          id?: string;
          issued_on: string;
          left_at?: string | null;
          person_id: string;
          reminded_at?: string | null;
          replaced_at?: string | null;
          type_id: string;
          warned_at?: string | null;
        };
        Update: {
          checked_at?: string;
          checked_by?: string;
          created_at?: string;
          employee_id?: string;
          expires_on?: string | null;
          id?: string;
          issued_on?: string;
          left_at?: string | null;
          person_id?: string;
          reminded_at?: string | null;
          replaced_at?: string | null;
          type_id?: string;
          warned_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "certificates_type_id_fkey";
            columns: ["type_id"];
            isOneToOne: false;
            referencedRelation: "certificate_types";
            referencedColumns: ["id"];
          },
        ];
      };
      checklist_items: {
        Row: {
          created_at: string;
          id: string;
          is_active: boolean;
          is_critical: boolean;
          kind: string;
          minimum: number | null;
          sort_order: number;
          text: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: string;
          is_active?: boolean;
          is_critical?: boolean;
          kind?: string;
          minimum?: number | null;
          sort_order?: number;
          text: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          is_active?: boolean;
          is_critical?: boolean;
          kind?: string;
          minimum?: number | null;
          sort_order?: number;
          text?: string;
        };
        Relationships: [];
      };
      clock_settings: {
        Row: {
          break_after_hours: number | null;
          correction_days: number;
          created_at: string;
          id: string;
          max_turn_hours: number;
          min_rest_hours: number;
          project_id: string;
          site_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          break_after_hours?: number | null;
          correction_days?: number;
          created_at?: string;
          id?: string;
          max_turn_hours: number;
          min_rest_hours?: number;
          project_id: string;
          site_id?: string | null;
        };
        Update: {
          break_after_hours?: number | null;
          correction_days?: number;
          created_at?: string;
          id?: string;
          max_turn_hours?: number;
          min_rest_hours?: number;
          project_id?: string;
          site_id?: string | null;
        };
        Relationships: [];
      };
      company: {
        Row: {
          id: string;
          issuer_name: string;
          org_number: string;
          payment_methods: NonNullable<Json>;
          postal_address: string;
          project_id: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          id?: string;
          issuer_name?: string;
          org_number?: string;
          payment_methods?: NonNullable<Json>;
          postal_address?: string;
          project_id?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          issuer_name?: string;
          org_number?: string;
          payment_methods?: NonNullable<Json>;
          postal_address?: string;
          project_id?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      contact_messages: {
        Row: {
          created_at: string;
          email: string;
          id: string;
          message: string;
          name: string;
          read: boolean;
          signature: string;
          subject: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          email: string;
          id?: string;
          message: string;
          name: string;
          read?: boolean;
          signature?: string;
          subject: string;
        };
        Update: {
          created_at?: string;
          email?: string;
          id?: string;
          message?: string;
          name?: string;
          read?: boolean;
          signature?: string;
          subject?: string;
        };
        Relationships: [];
      };
      dispatch_settings: {
        Row: {
          assigned_status: string;
          cleared_status: string | null;
          created_at: string;
          id: string;
          off_duty_at: string | null;
          off_duty_skipped_on: string | null;
          off_duty_status: string;
          on_scene_status: string | null;
          project_id: string;
          results: string[];
          waiting_limits: number[];
        };
        ComputedFields: never;
        Insert: {
          assigned_status?: string;
          cleared_status?: string | null;
          created_at?: string;
          id?: string;
          off_duty_at?: string | null;
          off_duty_skipped_on?: string | null;
          off_duty_status?: string;
          on_scene_status?: string | null;
          project_id?: string;
          results?: string[];
          waiting_limits?: number[];
        };
        Update: {
          assigned_status?: string;
          cleared_status?: string | null;
          created_at?: string;
          id?: string;
          off_duty_at?: string | null;
          off_duty_skipped_on?: string | null;
          off_duty_status?: string;
          on_scene_status?: string | null;
          project_id?: string;
          results?: string[];
          waiting_limits?: number[];
        };
        Relationships: [
          {
            foreignKeyName: "dispatch_settings_assigned_status_fkey";
            columns: ["assigned_status"];
            isOneToOne: false;
            referencedRelation: "unit_statuses";
            referencedColumns: ["code"];
          },
          {
            foreignKeyName: "dispatch_settings_cleared_status_fkey";
            columns: ["cleared_status"];
            isOneToOne: false;
            referencedRelation: "unit_statuses";
            referencedColumns: ["code"];
          },
          {
            foreignKeyName: "dispatch_settings_off_duty_status_fkey";
            columns: ["off_duty_status"];
            isOneToOne: false;
            referencedRelation: "unit_statuses";
            referencedColumns: ["code"];
          },
          {
            foreignKeyName: "dispatch_settings_on_scene_status_fkey";
            columns: ["on_scene_status"];
            isOneToOne: false;
            referencedRelation: "unit_statuses";
            referencedColumns: ["code"];
          },
        ];
      };
      estate_settings: {
        Row: {
          bid_mode: string;
          bid_release: string;
          bid_step: number;
          contract_step: boolean;
          created_at: string;
          hidden_bids: boolean;
          higher_only: boolean;
          id: string;
          project_id: string;
        };
        ComputedFields: never;
        Insert: {
          bid_mode?: string;
          bid_release?: string;
          bid_step?: number;
          contract_step?: boolean;
          created_at?: string;
          hidden_bids?: boolean;
          higher_only?: boolean;
          id?: string;
          project_id?: string;
        };
        Update: {
          bid_mode?: string;
          bid_release?: string;
          bid_step?: number;
          contract_step?: boolean;
          created_at?: string;
          hidden_bids?: boolean;
          higher_only?: boolean;
          id?: string;
          project_id?: string;
        };
        Relationships: [];
      };
      fine_events: {
        Row: {
          at: string;
          by_account: string | null;
          by_id: string | null;
          by_kind: string;
          created_at: string;
          data: NonNullable<Json>;
          fine_id: string;
          id: string;
          kind: string;
          note: string | null;
          number: number;
          project_id: string | null;
          site_id: string | null;
          status_after: string;
          status_before: string | null;
        };
        ComputedFields: never;
        Insert: {
          at?: string;
          by_account?: string | null;
          by_id?: string | null;
          by_kind: string;
          created_at?: string;
          data?: NonNullable<Json>;
          fine_id: string;
          id: string;
          kind: string;
          note?: string | null;
          number: number;
          project_id?: string | null;
          site_id?: string | null;
          status_after: string;
          status_before?: string | null;
        };
        Update: {
          at?: string;
          by_account?: string | null;
          by_id?: string | null;
          by_kind?: string;
          created_at?: string;
          data?: NonNullable<Json>;
          fine_id?: string;
          id?: string;
          kind?: string;
          note?: string | null;
          number?: number;
          project_id?: string | null;
          site_id?: string | null;
          status_after?: string;
          status_before?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "fine_events_fine_id_fkey";
            columns: ["fine_id"];
            isOneToOne: false;
            referencedRelation: "fines";
            referencedColumns: ["id"];
          },
        ];
      };
      fine_photos: {
        Row: {
          category: string | null;
          created_at: string;
          fine_id: string;
          id: string;
          path: string;
          project_id: string | null;
          sha256: string;
          site_id: string | null;
          stored_sha256: string | null;
          taken_at: string;
        };
        ComputedFields: never;
        Insert: {
          category?: string | null;
          created_at?: string;
          fine_id: string;
          id: string;
          path: string;
          project_id?: string | null;
          sha256: string;
          site_id?: string | null;
          stored_sha256?: string | null;
          taken_at: string;
        };
        Update: {
          category?: string | null;
          created_at?: string;
          fine_id?: string;
          id?: string;
          path?: string;
          project_id?: string | null;
          sha256?: string;
          site_id?: string | null;
          stored_sha256?: string | null;
          taken_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "fine_photos_fine_id_fkey";
            columns: ["fine_id"];
            isOneToOne: false;
            referencedRelation: "fines";
            referencedColumns: ["id"];
          },
        ];
      };
      fines: {
        Row: {
          accepted_warnings: NonNullable<Json>;
          account_id: string | null;
          agreed_fee: number;
          amount: number;
          car_color: string;
          car_model: string;
          case_number: string;
          created_at: string;
          delivery: string | null;
          discord_username: string | null;
          due_date: string;
          erased_at: string | null;
          fee: number;
          id: string;
          issued_at: string;
          issued_by: string;
          kind: string;
          last_event: string;
          left_ore: number | null;
          needs_review: boolean;
          notes: string;
          observed_from: string;
          observed_reason: string | null;
          paid_ore: number;
          parking_id: string | null;
          parking_snapshot: Json | null;
          plate: string;
          plate_key: string | null;
          project_id: string | null;
          public_key: string;
          received_at: string;
          recovered_ore: number;
          review_reasons: NonNullable<Json>;
          site_id: string | null;
          status: string;
          street: string;
          vat_percent: number | null;
          violation_code: string;
          violation_id: string | null;
          violation_text: string;
          was_offline: boolean;
        };
        ComputedFields: never;
        Insert: {
          accepted_warnings?: NonNullable<Json>;
          account_id?: string | null;
          agreed_fee?: number;
          amount: number;
          car_color?: string;
          car_model?: string;
          case_number: string;
          created_at?: string;
          delivery?: string | null;
          discord_username?: string | null;
          due_date: string;
          erased_at?: string | null;
          fee?: number;
          id: string;
          issued_at: string;
          issued_by: string;
          kind: string;
          last_event: string;
          left_ore?: never;
          needs_review?: boolean;
          notes?: string;
          observed_from: string;
          observed_reason?: string | null;
          paid_ore?: number;
          parking_id?: string | null;
          parking_snapshot?: Json | null;
          plate: string;
          plate_key?: never;
          project_id?: string | null;
          public_key: string;
          received_at?: string;
          recovered_ore?: number;
          review_reasons?: NonNullable<Json>;
          site_id?: string | null;
          status?: string;
          street?: string;
          vat_percent?: number | null;
          violation_code?: string;
          violation_id?: string | null;
          violation_text: string;
          was_offline?: boolean;
        };
        Update: {
          accepted_warnings?: NonNullable<Json>;
          account_id?: string | null;
          agreed_fee?: number;
          amount?: number;
          car_color?: string;
          car_model?: string;
          case_number?: string;
          created_at?: string;
          delivery?: string | null;
          discord_username?: string | null;
          due_date?: string;
          erased_at?: string | null;
          fee?: number;
          id?: string;
          issued_at?: string;
          issued_by?: string;
          kind?: string;
          last_event?: string;
          left_ore?: never;
          needs_review?: boolean;
          notes?: string;
          observed_from?: string;
          observed_reason?: string | null;
          paid_ore?: number;
          parking_id?: string | null;
          parking_snapshot?: Json | null;
          plate?: string;
          plate_key?: never;
          project_id?: string | null;
          public_key?: string;
          received_at?: string;
          recovered_ore?: number;
          review_reasons?: NonNullable<Json>;
          site_id?: string | null;
          status?: string;
          street?: string;
          vat_percent?: number | null;
          violation_code?: string;
          violation_id?: string | null;
          violation_text?: string;
          was_offline?: boolean;
        };
        Relationships: [
          {
            foreignKeyName: "fines_violation_id_fkey";
            columns: ["violation_id"];
            isOneToOne: false;
            referencedRelation: "violations";
            referencedColumns: ["id"];
          },
        ];
      };
      handler_sites: {
        Row: {
          account_id: string;
          created_at: string;
          id: string;
          site: string;
        };
        ComputedFields: never;
        Insert: {
          account_id: string;
          created_at?: string;
          id?: string;
          site: string;
        };
        Update: {
          account_id?: string;
          created_at?: string;
          id?: string;
          site?: string;
        };
        Relationships: [];
      };
      ledger_months: {
        Row: {
          books: NonNullable<Json>;
          by_id: string;
          created_at: string;
          id: string;
          lines: NonNullable<Json>;
          month: string;
          project_id: string | null;
          site_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          books: NonNullable<Json>;
          by_id: string;
          created_at?: string;
          id?: string;
          lines: NonNullable<Json>;
          month: string;
          project_id?: string | null;
          site_id?: string | null;
        };
        Update: {
          books?: NonNullable<Json>;
          by_id?: string;
          created_at?: string;
          id?: string;
          lines?: NonNullable<Json>;
          month?: string;
          project_id?: string | null;
          site_id?: string | null;
        };
        Relationships: [];
      };
      location_minimums: {
        Row: {
          created_at: string;
          id: string;
          location: string;
          min_free: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: string;
          location: string;
          min_free: number;
        };
        Update: {
          created_at?: string;
          id?: string;
          location?: string;
          min_free?: number;
        };
        Relationships: [];
      };
      main_page_sites: {
        Row: {
          created_at: string;
          description: string;
          id: string;
          name: string;
          path: string;
          path_key: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          description?: string;
          id?: string;
          name: string;
          path: string;
          path_key?: string;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          description?: string;
          id?: string;
          name?: string;
          path?: string;
          path_key?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      message_hooks: {
        Row: {
          address: string;
          channel: string;
          created_at: string;
          events: string[];
          id: string;
          is_active: boolean;
          project_id: string;
          site_id: string | null;
          with_name: boolean;
          with_plate: boolean;
        };
        ComputedFields: never;
        Insert: {
          address?: string;
          channel?: string;
          created_at?: string;
          events?: string[];
          id?: string;
          is_active?: boolean;
          project_id: string;
          site_id?: string | null;
          with_name?: boolean;
          with_plate?: boolean;
        };
        Update: {
          address?: string;
          channel?: string;
          created_at?: string;
          events?: string[];
          id?: string;
          is_active?: boolean;
          project_id?: string;
          site_id?: string | null;
          with_name?: boolean;
          with_plate?: boolean;
        };
        Relationships: [];
      };
      notice_receipts: {
        Row: {
          acknowledged_at: string | null;
          created_at: string;
          employee_id: string;
          id: string;
          notice_id: string;
          person_id: string;
          seen_at: string;
        };
        ComputedFields: never;
        Insert: {
          acknowledged_at?: string | null;
          created_at?: string;
          employee_id: string;
          id?: string;
          notice_id: string;
          person_id: string;
          seen_at?: string;
        };
        Update: {
          acknowledged_at?: string | null;
          created_at?: string;
          employee_id?: string;
          id?: string;
          notice_id?: string;
          person_id?: string;
          seen_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "notice_receipts_notice_id_fkey";
            columns: ["notice_id"];
            isOneToOne: false;
            referencedRelation: "notices";
            referencedColumns: ["id"];
          },
        ];
      };
      notices: {
        Row: {
          by: string;
          created_at: string;
          id: string;
          must_acknowledge: boolean;
          published_at: string;
          text: string;
          title: string;
          until: string | null;
        };
        ComputedFields: never;
        Insert: {
          by: string;
          created_at?: string;
          id?: string;
          must_acknowledge?: boolean;
          published_at?: string;
          text: string;
          title: string;
          until?: string | null;
        };
        Update: {
          by?: string;
          created_at?: string;
          id?: string;
          must_acknowledge?: boolean;
          published_at?: string;
          text?: string;
          title?: string;
          until?: string | null;
        };
        Relationships: [];
      };
      objections: {
        Row: {
          address: string;
          assigned_to: string | null;
          created_at: string;
          decided_at: string | null;
          decided_by: string | null;
          decision: string | null;
          email: string;
          fine_id: string;
          ground: string | null;
          id: string;
          lang: string;
          name: string;
          photos: NonNullable<Json>;
          project_id: string | null;
          received_at: string;
          received_by: string | null;
          reply: string | null;
          reply_key_hash: string | null;
          site_id: string | null;
          text: string;
        };
        ComputedFields: never;
        Insert: {
          address?: string;
          assigned_to?: string | null;
          created_at?: string;
          decided_at?: string | null;
          decided_by?: string | null;
          decision?: string | null;
          email?: string;
          fine_id: string;
          ground?: string | null;
          id: string;
          lang?: string;
          name?: string;
          photos?: NonNullable<Json>;
          project_id?: string | null;
          received_at?: string;
          received_by?: string | null;
          reply?: string | null;
          reply_key_hash?: string | null;
          site_id?: string | null;
          text?: string;
        };
        Update: {
          address?: string;
          assigned_to?: string | null;
          created_at?: string;
          decided_at?: string | null;
          decided_by?: string | null;
          decision?: string | null;
          email?: string;
          fine_id?: string;
          ground?: string | null;
          id?: string;
          lang?: string;
          name?: string;
          photos?: NonNullable<Json>;
          project_id?: string | null;
          received_at?: string;
          received_by?: string | null;
          reply?: string | null;
          reply_key_hash?: string | null;
          site_id?: string | null;
          text?: string;
        };
        Relationships: [
          {
            foreignKeyName: "objections_fine_id_fkey";
            columns: ["fine_id"];
            isOneToOne: false;
            referencedRelation: "fines";
            referencedColumns: ["id"];
          },
        ];
      };
      operator_notes: {
        Row: {
          about: string;
          by: string;
          call_id: string | null;
          created_at: string;
          done_at: string | null;
          done_by: string | null;
          id: string;
          text: string;
          unit_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          about?: string;
          by: string;
          call_id?: string | null;
          created_at?: string;
          done_at?: string | null;
          done_by?: string | null;
          id?: string;
          text: string;
          unit_id?: string | null;
        };
        Update: {
          about?: string;
          by?: string;
          call_id?: string | null;
          created_at?: string;
          done_at?: string | null;
          done_by?: string | null;
          id?: string;
          text?: string;
          unit_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "operator_notes_call_id_fkey";
            columns: ["call_id"];
            isOneToOne: false;
            referencedRelation: "calls";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "operator_notes_unit_id_fkey";
            columns: ["unit_id"];
            isOneToOne: false;
            referencedRelation: "units";
            referencedColumns: ["id"];
          },
        ];
      };
      outbox: {
        Row: {
          about: string;
          attempts: number;
          channel: string;
          due_at: string;
          event: string;
          facts: NonNullable<Json>;
          fine_id: string | null;
          gave_up_at: string | null;
          hook_id: string | null;
          id: string;
          last_error: string | null;
          made_at: string;
          number: number;
          project_id: string | null;
          sent_at: string | null;
          site_id: string | null;
          tried_since: string;
        };
        ComputedFields: never;
        Insert: {
          about: string;
          attempts?: number;
          channel: string;
          due_at?: string;
          event: string;
          facts?: NonNullable<Json>;
          fine_id?: string | null;
          gave_up_at?: string | null;
          hook_id?: string | null;
          id?: string;
          last_error?: string | null;
          made_at?: string;
          number?: never;
          project_id?: string | null;
          sent_at?: string | null;
          site_id?: string | null;
          tried_since?: string;
        };
        Update: {
          about?: string;
          attempts?: number;
          channel?: string;
          due_at?: string;
          event?: string;
          facts?: NonNullable<Json>;
          fine_id?: string | null;
          gave_up_at?: string | null;
          hook_id?: string | null;
          id?: string;
          last_error?: string | null;
          made_at?: string;
          number?: never;
          project_id?: string | null;
          sent_at?: string | null;
          site_id?: string | null;
          tried_since?: string;
        };
        Relationships: [
          {
            foreignKeyName: "outbox_fine_id_fkey";
            columns: ["fine_id"];
            isOneToOne: false;
            referencedRelation: "fines";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "outbox_hook_id_fkey";
            columns: ["hook_id"];
            isOneToOne: false;
            referencedRelation: "message_hooks";
            referencedColumns: ["id"];
          },
        ];
      };
      parking_deletion_logs: {
        Row: {
          announced_by: string | null;
          car_color: string | null;
          car_model: string | null;
          deleted_at: string;
          deleted_by: string;
          discord_username: string | null;
          id: string;
          parking_id: string;
          plate_key: string | null;
          project_id: string | null;
          ref_number: string | null;
          site_id: string | null;
          street: string | null;
        };
        ComputedFields: never;
        Insert: {
          announced_by?: string | null;
          car_color?: string | null;
          car_model?: string | null;
          deleted_at?: string;
          deleted_by: string;
          discord_username?: string | null;
          id?: string;
          parking_id: string;
          plate_key?: never;
          project_id?: string | null;
          ref_number?: string | null;
          site_id?: string | null;
          street?: string | null;
        };
        Update: {
          announced_by?: string | null;
          car_color?: string | null;
          car_model?: string | null;
          deleted_at?: string;
          deleted_by?: string;
          discord_username?: string | null;
          id?: string;
          parking_id?: string;
          plate_key?: never;
          project_id?: string | null;
          ref_number?: string | null;
          site_id?: string | null;
          street?: string | null;
        };
        Relationships: [];
      };
      parkings: {
        Row: {
          active: boolean;
          car_color: string;
          car_model: string;
          created_at: string;
          discord_username: string | null;
          end_time: string;
          id: string;
          plate_key: string | null;
          project_id: string | null;
          receipt_hash: string | null;
          ref_number: string;
          search_text: string | null;
          site_id: string | null;
          start_time: string;
          street: string;
        };
        ComputedFields: never;
        Insert: {
          active?: boolean;
          car_color: string;
          car_model: string;
          created_at?: string;
          discord_username?: string | null;
          end_time: string;
          id?: string;
          plate_key?: never;
          project_id?: string | null;
          receipt_hash?: string | null;
          ref_number: string;
          search_text?: never;
          site_id?: string | null;
          start_time: string;
          street: string;
        };
        Update: {
          active?: boolean;
          car_color?: string;
          car_model?: string;
          created_at?: string;
          discord_username?: string | null;
          end_time?: string;
          id?: string;
          plate_key?: never;
          project_id?: string | null;
          receipt_hash?: string | null;
          ref_number?: string;
          search_text?: never;
          site_id?: string | null;
          start_time?: string;
          street?: string;
        };
        Relationships: [];
      };
      payment_files: {
        Row: {
          already: number;
          by_id: string;
          columns: Json | null;
          created_at: string;
          id: string;
          name: string;
          placed: number;
          project_id: string | null;
          rows_hash: string | null;
          site_id: string | null;
          sum_ore: number;
          undone_at: string | null;
          undone_by: string | null;
          unknown: number;
        };
        ComputedFields: never;
        Insert: {
          already: number;
          by_id: string;
          columns?: Json | null;
          created_at?: string;
          id: string;
          name?: string;
          placed: number;
          project_id?: string | null;
          rows_hash?: string | null;
          site_id?: string | null;
          sum_ore: number;
          undone_at?: string | null;
          undone_by?: string | null;
          unknown: number;
        };
        Update: {
          already?: number;
          by_id?: string;
          columns?: Json | null;
          created_at?: string;
          id?: string;
          name?: string;
          placed?: number;
          project_id?: string | null;
          rows_hash?: string | null;
          site_id?: string | null;
          sum_ore?: number;
          undone_at?: string | null;
          undone_by?: string | null;
          unknown?: number;
        };
        Relationships: [];
      };
      payments: {
        Row: {
          amount_ore: number;
          bank_key: string | null;
          by_id: string;
          created_at: string;
          file_id: string | null;
          fine_id: string | null;
          id: string;
          method: string;
          part_of: string | null;
          payer_text: string | null;
          project_id: string | null;
          reading: number;
          site_id: string | null;
          value_date: string;
        };
        ComputedFields: never;
        Insert: {
          amount_ore: number;
          bank_key?: string | null;
          by_id: string;
          created_at?: string;
          file_id?: string | null;
          fine_id?: string | null;
          id: string;
          method?: string;
          part_of?: string | null;
          payer_text?: string | null;
          project_id?: string | null;
          reading?: number;
          site_id?: string | null;
          value_date: string;
        };
        Update: {
          amount_ore?: number;
          bank_key?: string | null;
          by_id?: string;
          created_at?: string;
          file_id?: string | null;
          fine_id?: string | null;
          id?: string;
          method?: string;
          part_of?: string | null;
          payer_text?: string | null;
          project_id?: string | null;
          reading?: number;
          site_id?: string | null;
          value_date?: string;
        };
        Relationships: [
          {
            foreignKeyName: "payments_file_id_fkey";
            columns: ["file_id"];
            isOneToOne: false;
            referencedRelation: "payment_files";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "payments_fine_id_fkey";
            columns: ["fine_id"];
            isOneToOne: false;
            referencedRelation: "fines";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "payments_part_of_fkey";
            columns: ["part_of"];
            isOneToOne: false;
            referencedRelation: "payments";
            referencedColumns: ["id"];
          },
        ];
      };
      permits: {
        Row: {
          attendant_note: string;
          created_at: string;
          created_by: string | null;
          ended_at: string | null;
          ended_by: string | null;
          holder: string;
          id: string;
          note: string;
          plate: string;
          plate_key: string | null;
          project_id: string;
          site_id: string | null;
          valid_from: string;
          valid_until: string | null;
        };
        ComputedFields: never;
        Insert: {
          attendant_note?: string;
          created_at?: string;
          created_by?: string | null;
          ended_at?: string | null;
          ended_by?: string | null;
          holder?: string;
          id?: string;
          note?: string;
          plate: string;
          plate_key?: never;
          project_id: string;
          site_id?: string | null;
          valid_from?: string;
          valid_until?: string | null;
        };
        Update: {
          attendant_note?: string;
          created_at?: string;
          created_by?: string | null;
          ended_at?: string | null;
          ended_by?: string | null;
          holder?: string;
          id?: string;
          note?: string;
          plate?: string;
          plate_key?: never;
          project_id?: string;
          site_id?: string | null;
          valid_from?: string;
          valid_until?: string | null;
        };
        Relationships: [];
      };
      planned_shifts: {
        Row: {
          cancelled_at: string | null;
          created_at: string;
          ends_at: string;
          id: string;
          note: string | null;
          places: number;
          position: string | null;
          published_at: string | null;
          series_id: string | null;
          starts_at: string;
          station: string | null;
          updated_at: string;
          vehicle_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          cancelled_at?: string | null;
          created_at?: string;
          ends_at: string;
          id?: string;
          note?: string | null;
          places?: number;
          position?: string | null;
          published_at?: string | null;
          series_id?: string | null;
          starts_at: string;
          station?: string | null;
          updated_at?: string;
          vehicle_id?: string | null;
        };
        Update: {
          cancelled_at?: string | null;
          created_at?: string;
          ends_at?: string;
          id?: string;
          note?: string | null;
          places?: number;
          position?: string | null;
          published_at?: string | null;
          series_id?: string | null;
          starts_at?: string;
          station?: string | null;
          updated_at?: string;
          vehicle_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "planned_shifts_vehicle_id_fkey";
            columns: ["vehicle_id"];
            isOneToOne: false;
            referencedRelation: "vehicles";
            referencedColumns: ["id"];
          },
        ];
      };
      plate_checks: {
        Row: {
          account_id: string | null;
          certainty: number | null;
          checked_at: string;
          checked_by: string;
          created_at: string;
          id: string;
          outcome: string;
          parking_id: string | null;
          permit_id: string | null;
          plate: string;
          plate_key: string | null;
          project_id: string | null;
          site_id: string | null;
          source: string;
          was_offline: boolean;
        };
        ComputedFields: never;
        Insert: {
          account_id?: string | null;
          certainty?: number | null;
          checked_at?: string;
          checked_by: string;
          created_at?: string;
          id: string;
          outcome: string;
          parking_id?: string | null;
          permit_id?: string | null;
          plate: string;
          plate_key?: never;
          project_id?: string | null;
          site_id?: string | null;
          source?: string;
          was_offline?: boolean;
        };
        Update: {
          account_id?: string | null;
          certainty?: number | null;
          checked_at?: string;
          checked_by?: string;
          created_at?: string;
          id?: string;
          outcome?: string;
          parking_id?: string | null;
          permit_id?: string | null;
          plate?: string;
          plate_key?: never;
          project_id?: string | null;
          site_id?: string | null;
          source?: string;
          was_offline?: boolean;
        };
        Relationships: [];
      };
      profiles: {
        Row: {
          created_at: string;
          deactivated_at: string | null;
          deactivated_by: string | null;
          email: string | null;
          id: string;
          last_login_at: string | null;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          deactivated_at?: string | null;
          deactivated_by?: string | null;
          email?: string | null;
          id: string;
          last_login_at?: string | null;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          deactivated_at?: string | null;
          deactivated_by?: string | null;
          email?: string | null;
          id?: string;
          last_login_at?: string | null;
          updated_at?: string;
        };
        Relationships: [];
      };
      project_attendants: {
        Row: {
          account_id: string | null;
          created_at: string;
          created_by: string | null;
          deactivated_at: string | null;
          deactivated_by: string | null;
          discord_username: string | null;
          id: string;
          password: string | null;
          project_id: string;
          renamed_from: string | null;
          site_id: string | null;
          user_id: string;
          user_key: string | null;
        };
        ComputedFields: never;
        Insert: {
          account_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          deactivated_at?: string | null;
          deactivated_by?: string | null;
          discord_username?: string | null;
          id?: string;
          password?: string | null;
          project_id: string;
          renamed_from?: string | null;
          site_id?: string | null;
          user_id: string;
          user_key?: never;
        };
        Update: {
          account_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          deactivated_at?: string | null;
          deactivated_by?: string | null;
          discord_username?: string | null;
          id?: string;
          password?: string | null;
          project_id?: string;
          renamed_from?: string | null;
          site_id?: string | null;
          user_id?: string;
          user_key?: never;
        };
        Relationships: [];
      };
      properties: {
        Row: {
          accepted_bid_id: string | null;
          address: string;
          assignment_ended_on: string | null;
          bathrooms: number | null;
          bedrooms: number | null;
          bid_mode: string;
          bid_release: string;
          bid_step: number;
          city: string;
          contract_pending: boolean;
          contract_step: boolean;
          created_at: string;
          created_by: string | null;
          description: string;
          features: string[];
          front_image_url: string;
          hidden_bids: boolean;
          hide_bid_list: boolean;
          higher_only: boolean;
          id: string;
          image_urls: string[];
          min_bid: number | null;
          price: number;
          property_type: string;
          seller_name: string;
          short_description: string;
          square_feet: number | null;
          state: string;
          status: string;
          title: string;
          updated_at: string;
          updated_by: string | null;
          zip_code: string;
        };
        ComputedFields: never;
        Insert: {
          accepted_bid_id?: string | null;
          address: string;
          assignment_ended_on?: string | null;
          bathrooms?: number | null;
          bedrooms?: number | null;
          bid_mode?: string;
          bid_release?: string;
          bid_step?: number;
          city: string;
          contract_pending?: boolean;
          contract_step?: boolean;
          created_at?: string;
          created_by?: string | null;
          description?: string;
          features?: string[];
          front_image_url?: string;
          hidden_bids?: boolean;
          hide_bid_list?: boolean;
          higher_only?: boolean;
          id?: string;
          image_urls?: string[];
          min_bid?: number | null;
          price: number;
          property_type?: string;
          seller_name: string;
          short_description: string;
          square_feet?: number | null;
          state?: string;
          status?: string;
          title: string;
          updated_at?: string;
          updated_by?: string | null;
          zip_code?: string;
        };
        Update: {
          accepted_bid_id?: string | null;
          address?: string;
          assignment_ended_on?: string | null;
          bathrooms?: number | null;
          bedrooms?: number | null;
          bid_mode?: string;
          bid_release?: string;
          bid_step?: number;
          city?: string;
          contract_pending?: boolean;
          contract_step?: boolean;
          created_at?: string;
          created_by?: string | null;
          description?: string;
          features?: string[];
          front_image_url?: string;
          hidden_bids?: boolean;
          hide_bid_list?: boolean;
          higher_only?: boolean;
          id?: string;
          image_urls?: string[];
          min_bid?: number | null;
          price?: number;
          property_type?: string;
          seller_name?: string;
          short_description?: string;
          square_feet?: number | null;
          state?: string;
          status?: string;
          title?: string;
          updated_at?: string;
          updated_by?: string | null;
          zip_code?: string;
        };
        Relationships: [
          {
            foreignKeyName: "properties_accepted_bid_fkey";
            columns: ["accepted_bid_id", "id"];
            isOneToOne: false;
            referencedRelation: "property_bids";
            referencedColumns: ["id", "property_id"];
          },
        ];
      };
      property_bids: {
        Row: {
          accepted: boolean;
          amount: number;
          bidder_id: string | null;
          bidder_name: string;
          created_at: string;
          has_conditions: boolean;
          id: string;
          property_id: string;
          received_at: string | null;
          source: string;
          visibility: string;
          withdrawn_at: string | null;
        };
        ComputedFields: never;
        Insert: {
          accepted?: boolean;
          amount: number;
          bidder_id?: string | null;
          bidder_name?: string;
          created_at?: string;
          has_conditions?: boolean;
          id?: string;
          property_id: string;
          received_at?: string | null;
          source?: string;
          visibility?: string;
          withdrawn_at?: string | null;
        };
        Update: {
          accepted?: boolean;
          amount?: number;
          bidder_id?: string | null;
          bidder_name?: string;
          created_at?: string;
          has_conditions?: boolean;
          id?: string;
          property_id?: string;
          received_at?: string | null;
          source?: string;
          visibility?: string;
          withdrawn_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "property_bids_bidder_id_fkey";
            columns: ["bidder_id"];
            isOneToOne: false;
            referencedRelation: "bidders";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "property_bids_property_id_fkey";
            columns: ["property_id"];
            isOneToOne: false;
            referencedRelation: "properties";
            referencedColumns: ["id"];
          },
        ];
      };
      property_sales: {
        Row: {
          accepted_at: string;
          accepted_by: string | null;
          bid_id: string;
          contract_signed_on: string | null;
          created_at: string;
          id: string;
          property_id: string;
          undone_at: string | null;
        };
        ComputedFields: never;
        Insert: {
          accepted_at?: string;
          accepted_by?: string | null;
          bid_id: string;
          contract_signed_on?: string | null;
          created_at?: string;
          id?: string;
          property_id: string;
          undone_at?: string | null;
        };
        Update: {
          accepted_at?: string;
          accepted_by?: string | null;
          bid_id?: string;
          contract_signed_on?: string | null;
          created_at?: string;
          id?: string;
          property_id?: string;
          undone_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "property_sales_bid_fkey";
            columns: ["bid_id", "property_id"];
            isOneToOne: false;
            referencedRelation: "property_bids";
            referencedColumns: ["id", "property_id"];
          },
        ];
      };
      refund_files: {
        Row: {
          bic: string;
          by_id: string;
          created_at: string;
          day: string;
          debtor: NonNullable<Json>;
          iban: string;
          id: string;
          kind: string;
          project_id: string | null;
          refunds: number;
          site_id: string | null;
          sum_ore: number;
        };
        ComputedFields: never;
        Insert: {
          bic?: string;
          by_id: string;
          created_at?: string;
          day: string;
          debtor?: NonNullable<Json>;
          iban?: string;
          id: string;
          kind: string;
          project_id?: string | null;
          refunds: number;
          site_id?: string | null;
          sum_ore: number;
        };
        Update: {
          bic?: string;
          by_id?: string;
          created_at?: string;
          day?: string;
          debtor?: NonNullable<Json>;
          iban?: string;
          id?: string;
          kind?: string;
          project_id?: string | null;
          refunds?: number;
          site_id?: string | null;
          sum_ore?: number;
        };
        Relationships: [];
      };
      refunds: {
        Row: {
          account: string;
          amount_ore: number | null;
          approved_at: string | null;
          approved_by: string | null;
          bank: string;
          clearing: string;
          created_at: string;
          file_id: string | null;
          fine_id: string;
          id: string;
          is_replaced: boolean;
          kind: string;
          left_at: string;
          payee_name: string;
          project_id: string | null;
          proposed_at: string | null;
          proposed_by: string | null;
          site_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          account?: string;
          amount_ore?: number | null;
          approved_at?: string | null;
          approved_by?: string | null;
          bank?: string;
          clearing?: string;
          created_at?: string;
          file_id?: string | null;
          fine_id: string;
          id?: string;
          is_replaced?: boolean;
          kind: string;
          left_at?: string;
          payee_name?: string;
          project_id?: string | null;
          proposed_at?: string | null;
          proposed_by?: string | null;
          site_id?: string | null;
        };
        Update: {
          account?: string;
          amount_ore?: number | null;
          approved_at?: string | null;
          approved_by?: string | null;
          bank?: string;
          clearing?: string;
          created_at?: string;
          file_id?: string | null;
          fine_id?: string;
          id?: string;
          is_replaced?: boolean;
          kind?: string;
          left_at?: string;
          payee_name?: string;
          project_id?: string | null;
          proposed_at?: string | null;
          proposed_by?: string | null;
          site_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "refunds_file_id_fkey";
            columns: ["file_id"];
            isOneToOne: false;
            referencedRelation: "refund_files";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "refunds_fine_id_fkey";
            columns: ["fine_id"];
            isOneToOne: false;
            referencedRelation: "fines";
            referencedColumns: ["id"];
          },
        ];
      };
      reply_templates: {
        Row: {
          created_at: string;
          id: string;
          is_active: boolean;
          kind: string;
          project_id: string;
          site_id: string | null;
          sort_order: number;
          text: string;
          title: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: string;
          is_active?: boolean;
          kind: string;
          project_id: string;
          site_id?: string | null;
          sort_order?: number;
          text: string;
          title: string;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          is_active?: boolean;
          kind?: string;
          project_id?: string;
          site_id?: string | null;
          sort_order?: number;
          text?: string;
          title?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      sale_events: {
        Row: {
          at: string;
          batch_id: string | null;
          bid_id: string | null;
          by: string | null;
          created_at: string;
          data: NonNullable<Json>;
          id: string;
          kind: string;
          property_id: string;
          received_at: string;
        };
        ComputedFields: never;
        Insert: {
          at?: string;
          batch_id?: string | null;
          bid_id?: string | null;
          by?: string | null;
          created_at?: string;
          data?: NonNullable<Json>;
          id?: string;
          kind: string;
          property_id: string;
          received_at?: string;
        };
        Update: {
          at?: string;
          batch_id?: string | null;
          bid_id?: string | null;
          by?: string | null;
          created_at?: string;
          data?: NonNullable<Json>;
          id?: string;
          kind?: string;
          property_id?: string;
          received_at?: string;
        };
        Relationships: [];
      };
      shift_events: {
        Row: {
          at: string;
          batch_id: string | null;
          by: string | null;
          created_at: string;
          data: NonNullable<Json>;
          id: string;
          kind: string;
          offer_id: string | null;
          person_id: string | null;
          place_id: string | null;
          received_at: string;
          shift_id: string;
        };
        ComputedFields: never;
        Insert: {
          at: string;
          batch_id?: string | null;
          by?: string | null;
          created_at?: string;
          data?: NonNullable<Json>;
          id?: string;
          kind: string;
          offer_id?: string | null;
          person_id?: string | null;
          place_id?: string | null;
          received_at?: string;
          shift_id: string;
        };
        Update: {
          at?: string;
          batch_id?: string | null;
          by?: string | null;
          created_at?: string;
          data?: NonNullable<Json>;
          id?: string;
          kind?: string;
          offer_id?: string | null;
          person_id?: string | null;
          place_id?: string | null;
          received_at?: string;
          shift_id?: string;
        };
        Relationships: [];
      };
      shift_offers: {
        Row: {
          agreed_by: string | null;
          agreed_person_id: string | null;
          created_at: string;
          decided_by: string | null;
          employee_id: string;
          id: string;
          name: string | null;
          person_id: string;
          place_id: string;
          reason: string | null;
          shift_id: string;
          state: string;
          to_employee_id: string | null;
          to_person_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          agreed_by?: string | null;
          agreed_person_id?: string | null;
          created_at?: string;
          decided_by?: string | null;
          employee_id: string;
          id?: string;
          name?: string | null;
          person_id: string;
          place_id: string;
          reason?: string | null;
          shift_id: string;
          state: string;
          to_employee_id?: string | null;
          to_person_id?: string | null;
        };
        Update: {
          agreed_by?: string | null;
          agreed_person_id?: string | null;
          created_at?: string;
          decided_by?: string | null;
          employee_id?: string;
          id?: string;
          name?: string | null;
          person_id?: string;
          place_id?: string;
          reason?: string | null;
          shift_id?: string;
          state?: string;
          to_employee_id?: string | null;
          to_person_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "shift_offers_place_id_fkey";
            columns: ["place_id"];
            isOneToOne: false;
            referencedRelation: "shift_places";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "shift_offers_shift_id_fkey";
            columns: ["shift_id"];
            isOneToOne: false;
            referencedRelation: "planned_shifts";
            referencedColumns: ["id"];
          },
        ];
      };
      shift_places: {
        Row: {
          at: string;
          by: string | null;
          came_at: string | null;
          confirmed_at: string | null;
          created_at: string;
          employee_id: string;
          id: string;
          name: string | null;
          person_id: string;
          reason: string | null;
          shift_id: string;
          state: string;
        };
        ComputedFields: never;
        Insert: {
          at?: string;
          by?: string | null;
          came_at?: string | null;
          confirmed_at?: string | null;
          created_at?: string;
          employee_id: string;
          id?: string;
          name?: string | null;
          person_id: string;
          reason?: string | null;
          shift_id: string;
          state: string;
        };
        Update: {
          at?: string;
          by?: string | null;
          came_at?: string | null;
          confirmed_at?: string | null;
          created_at?: string;
          employee_id?: string;
          id?: string;
          name?: string | null;
          person_id?: string;
          reason?: string | null;
          shift_id?: string;
          state?: string;
        };
        Relationships: [
          {
            foreignKeyName: "shift_places_shift_id_fkey";
            columns: ["shift_id"];
            isOneToOne: false;
            referencedRelation: "planned_shifts";
            referencedColumns: ["id"];
          },
        ];
      };
      shift_registrations: {
        Row: {
          account_id: string | null;
          approved: boolean;
          attendant_user_id: string;
          created_at: string;
          description: string;
          end_time: string;
          id: string;
          image_urls: string[];
          person_id: string | null;
          project_id: string | null;
          rating: number;
          rejected_at: string | null;
          rejected_by: string | null;
          rejection_note: string | null;
          replaces_id: string | null;
          review_note: string | null;
          reviewed_at: string | null;
          reviewed_by: string | null;
          site_id: string | null;
          start_time: string;
          status: string;
        };
        ComputedFields: never;
        Insert: {
          account_id?: string | null;
          approved?: boolean;
          attendant_user_id: string;
          created_at?: string;
          description: string;
          end_time: string;
          id?: string;
          image_urls: string[];
          person_id?: string | null;
          project_id?: string | null;
          rating?: number;
          rejected_at?: string | null;
          rejected_by?: string | null;
          rejection_note?: string | null;
          replaces_id?: string | null;
          review_note?: string | null;
          reviewed_at?: string | null;
          reviewed_by?: string | null;
          site_id?: string | null;
          start_time: string;
          status?: string;
        };
        Update: {
          account_id?: string | null;
          approved?: boolean;
          attendant_user_id?: string;
          created_at?: string;
          description?: string;
          end_time?: string;
          id?: string;
          image_urls?: string[];
          person_id?: string | null;
          project_id?: string | null;
          rating?: number;
          rejected_at?: string | null;
          rejected_by?: string | null;
          rejection_note?: string | null;
          replaces_id?: string | null;
          review_note?: string | null;
          reviewed_at?: string | null;
          reviewed_by?: string | null;
          site_id?: string | null;
          start_time?: string;
          status?: string;
        };
        Relationships: [];
      };
      site_settings: {
        Row: {
          camera_on: boolean;
          contact_email: string;
          contact_phone: string;
          created_at: string;
          due_days: number;
          fee_is_agreed: boolean;
          fiscal_year_start: number;
          grace_minutes: number;
          id: string;
          issuer_name: string;
          keep_cases_months: number;
          keep_changed_at: string | null;
          keep_checks_days: number;
          keep_parkings_days: number;
          ledger_accounts: NonNullable<Json>;
          legal_line: string;
          max_amount: number | null;
          max_parking_hours: number | null;
          min_photos: number;
          observation_minutes: number;
          of_company: boolean;
          org_number: string;
          payment_methods: NonNullable<Json>;
          principal: string;
          privacy_url: string;
          project_id: string;
          reminder_fee: number;
          reminder_text: string;
          reminder_wait_days: number;
          site_id: string | null;
          small_balance: number;
          two_for_refunds: boolean;
          updated_at: string;
          vat_percent: number | null;
        };
        ComputedFields: never;
        Insert: {
          camera_on?: boolean;
          contact_email?: string;
          contact_phone?: string;
          created_at?: string;
          due_days?: number;
          fee_is_agreed?: boolean;
          fiscal_year_start?: number;
          grace_minutes?: number;
          id?: string;
          issuer_name?: string;
          keep_cases_months?: number;
          keep_changed_at?: string | null;
          keep_checks_days?: number;
          keep_parkings_days?: number;
          ledger_accounts?: NonNullable<Json>;
          legal_line?: string;
          max_amount?: number | null;
          max_parking_hours?: number | null;
          min_photos?: number;
          observation_minutes?: number;
          of_company?: boolean;
          org_number?: string;
          payment_methods?: NonNullable<Json>;
          principal?: string;
          privacy_url?: string;
          project_id: string;
          reminder_fee?: number;
          reminder_text?: string;
          reminder_wait_days?: number;
          site_id?: string | null;
          small_balance?: number;
          two_for_refunds?: boolean;
          updated_at?: string;
          vat_percent?: number | null;
        };
        Update: {
          camera_on?: boolean;
          contact_email?: string;
          contact_phone?: string;
          created_at?: string;
          due_days?: number;
          fee_is_agreed?: boolean;
          fiscal_year_start?: number;
          grace_minutes?: number;
          id?: string;
          issuer_name?: string;
          keep_cases_months?: number;
          keep_changed_at?: string | null;
          keep_checks_days?: number;
          keep_parkings_days?: number;
          ledger_accounts?: NonNullable<Json>;
          legal_line?: string;
          max_amount?: number | null;
          max_parking_hours?: number | null;
          min_photos?: number;
          observation_minutes?: number;
          of_company?: boolean;
          org_number?: string;
          payment_methods?: NonNullable<Json>;
          principal?: string;
          privacy_url?: string;
          project_id?: string;
          reminder_fee?: number;
          reminder_text?: string;
          reminder_wait_days?: number;
          site_id?: string | null;
          small_balance?: number;
          two_for_refunds?: boolean;
          updated_at?: string;
          vat_percent?: number | null;
        };
        Relationships: [];
      };
      staff_accounts: {
        Row: {
          account_id: string;
          created_at: string;
          deactivated_at: string | null;
          deactivated_by: string | null;
          display_name: string | null;
          kind: string;
          last_login_at: string | null;
          must_change_password: boolean;
          project_id: string | null;
          serves_all: boolean;
          site_id: string | null;
          user_id: string;
          user_key: string | null;
        };
        ComputedFields: never;
        Insert: {
          account_id: string;
          created_at?: string;
          deactivated_at?: string | null;
          deactivated_by?: string | null;
          display_name?: string | null;
          kind: string;
          last_login_at?: string | null;
          must_change_password?: boolean;
          project_id?: string | null;
          serves_all?: boolean;
          site_id?: string | null;
          user_id: string;
          user_key?: never;
        };
        Update: {
          account_id?: string;
          created_at?: string;
          deactivated_at?: string | null;
          deactivated_by?: string | null;
          display_name?: string | null;
          kind?: string;
          last_login_at?: string | null;
          must_change_password?: boolean;
          project_id?: string | null;
          serves_all?: boolean;
          site_id?: string | null;
          user_id?: string;
          user_key?: never;
        };
        Relationships: [];
      };
      taxi_settings: {
        Row: {
          created_at: string;
          handover: string;
          id: string;
          max_hours: number | null;
          project_id: string;
          takeover_hours: number | null;
          warn_minutes: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          handover?: string;
          id?: string;
          max_hours?: number | null;
          project_id: string;
          takeover_hours?: number | null;
          warn_minutes?: number;
        };
        Update: {
          created_at?: string;
          handover?: string;
          id?: string;
          max_hours?: number | null;
          project_id?: string;
          takeover_hours?: number | null;
          warn_minutes?: number;
        };
        Relationships: [];
      };
      teamspeak_units: {
        Row: {
          channel: string;
          id: string;
          is_active: boolean;
          last_seen: string;
          unit_number: string;
        };
        ComputedFields: never;
        Insert: {
          channel?: string;
          id?: string;
          is_active?: boolean;
          last_seen?: string;
          unit_number: string;
        };
        Update: {
          channel?: string;
          id?: string;
          is_active?: boolean;
          last_seen?: string;
          unit_number?: string;
        };
        Relationships: [];
      };
      unit_status_days: {
        Row: {
          cause: string;
          created_at: string;
          day: string;
          events: number;
          id: string;
          to_status: string;
        };
        ComputedFields: never;
        Insert: {
          cause: string;
          created_at?: string;
          day: string;
          events: number;
          id?: string;
          to_status: string;
        };
        Update: {
          cause?: string;
          created_at?: string;
          day?: string;
          events?: number;
          id?: string;
          to_status?: string;
        };
        Relationships: [];
      };
      unit_status_events: {
        Row: {
          at: string;
          batch_id: string | null;
          by: string | null;
          call_id: string | null;
          cause: string;
          checked_before: string | null;
          created_at: string;
          data: NonNullable<Json>;
          from_status: string | null;
          id: string;
          received_at: string;
          since_before: string | null;
          to_status: string;
          unit_id: string;
          unit_number: string;
        };
        ComputedFields: never;
        Insert: {
          at: string;
          batch_id?: string | null;
          by?: string | null;
          call_id?: string | null;
          cause: string;
          checked_before?: string | null;
          created_at?: string;
          data?: NonNullable<Json>;
          from_status?: string | null;
          id?: string;
          received_at?: string;
          since_before?: string | null;
          to_status: string;
          unit_id: string;
          unit_number: string;
        };
        Update: {
          at?: string;
          batch_id?: string | null;
          by?: string | null;
          call_id?: string | null;
          cause?: string;
          checked_before?: string | null;
          created_at?: string;
          data?: NonNullable<Json>;
          from_status?: string | null;
          id?: string;
          received_at?: string;
          since_before?: string | null;
          to_status?: string;
          unit_id?: string;
          unit_number?: string;
        };
        Relationships: [];
      };
      unit_statuses: {
        Row: {
          check_after: number | null;
          code: string;
          color: string;
          created_at: string;
          id: string;
          meaning: string;
          name: string;
          overdue_after: number | null;
          sign: string;
          sort_order: number;
        };
        ComputedFields: never;
        Insert: {
          check_after?: number | null;
          code: string;
          color?: string;
          created_at?: string;
          id?: string;
          meaning: string;
          name: string;
          overdue_after?: number | null;
          sign?: string;
          sort_order: number;
        };
        Update: {
          check_after?: number | null;
          code?: string;
          color?: string;
          created_at?: string;
          id?: string;
          meaning?: string;
          name?: string;
          overdue_after?: number | null;
          sign?: string;
          sort_order?: number;
        };
        Relationships: [];
      };
      units: {
        Row: {
          checked_at: string | null;
          created_at: string;
          crew: string;
          id: string;
          location: string;
          occupation: string;
          operational_status: string;
          status: string;
          status_since: string;
          unit_number: string;
          updated_at: string;
          vehicle_type: string;
        };
        ComputedFields: never;
        Insert: {
          checked_at?: string | null;
          created_at?: string;
          crew?: string;
          id?: string;
          location?: string;
          occupation?: string;
          operational_status?: string;
          status?: string;
          status_since?: string;
          unit_number: string;
          updated_at?: string;
          vehicle_type?: string;
        };
        Update: {
          checked_at?: string | null;
          created_at?: string;
          crew?: string;
          id?: string;
          location?: string;
          occupation?: string;
          operational_status?: string;
          status?: string;
          status_since?: string;
          unit_number?: string;
          updated_at?: string;
          vehicle_type?: string;
        };
        Relationships: [
          {
            foreignKeyName: "units_status_fkey";
            columns: ["status"];
            isOneToOne: false;
            referencedRelation: "unit_statuses";
            referencedColumns: ["code"];
          },
        ];
      };
      user_passwords: {
        Row: {
          created_at: string;
          email: string;
          id: string;
          password_text: string | null;
          user_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          email: string;
          id?: string;
          password_text?: string | null;
          user_id?: string | null;
        };
        Update: {
          created_at?: string;
          email?: string;
          id?: string;
          password_text?: string | null;
          user_id?: string | null;
        };
        Relationships: [];
      };
      user_roles: {
        Row: {
          created_at: string;
          id: string;
          role: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: string;
          role: string;
          user_id: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          role?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      vehicle_checks: {
        Row: {
          answers: NonNullable<Json>;
          created_at: string;
          done_at: string;
          employee_id: string;
          id: string;
          is_odd: boolean;
          km: number | null;
          person_id: string;
          received_at: string;
          result: string;
          started_at: string;
          turn_id: string | null;
          vehicle_id: string;
        };
        ComputedFields: never;
        Insert: {
          answers?: NonNullable<Json>;
          created_at?: string;
          done_at: string;
          employee_id: string;
          id?: string;
          is_odd?: boolean;
          km?: number | null;
          person_id: string;
          received_at?: string;
          result: string;
          started_at: string;
          turn_id?: string | null;
          vehicle_id: string;
        };
        Update: {
          answers?: NonNullable<Json>;
          created_at?: string;
          done_at?: string;
          employee_id?: string;
          id?: string;
          is_odd?: boolean;
          km?: number | null;
          person_id?: string;
          received_at?: string;
          result?: string;
          started_at?: string;
          turn_id?: string | null;
          vehicle_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "vehicle_checks_vehicle_id_fkey";
            columns: ["vehicle_id"];
            isOneToOne: false;
            referencedRelation: "vehicles";
            referencedColumns: ["id"];
          },
        ];
      };
      vehicle_events: {
        Row: {
          at: string;
          batch_id: string | null;
          by: string | null;
          created_at: string;
          data: NonNullable<Json>;
          id: string;
          kind: string;
          project_id: string;
          received_at: string;
          site_id: string | null;
          turn_id: string | null;
          vehicle_id: string;
        };
        ComputedFields: never;
        Insert: {
          at: string;
          batch_id?: string | null;
          by?: string | null;
          created_at?: string;
          data?: NonNullable<Json>;
          id?: string;
          kind: string;
          project_id: string;
          received_at?: string;
          site_id?: string | null;
          turn_id?: string | null;
          vehicle_id: string;
        };
        Update: {
          at?: string;
          batch_id?: string | null;
          by?: string | null;
          created_at?: string;
          data?: NonNullable<Json>;
          id?: string;
          kind?: string;
          project_id?: string;
          received_at?: string;
          site_id?: string | null;
          turn_id?: string | null;
          vehicle_id?: string;
        };
        Relationships: [];
      };
      vehicle_faults: {
        Row: {
          check_id: string | null;
          created_at: string;
          fix_note: string | null;
          fixed_at: string | null;
          fixed_by: string | null;
          id: string;
          is_taken_back: boolean;
          photos: string[];
          project_id: string;
          reported_at: string;
          reported_by: string;
          severity: string;
          site_id: string | null;
          text: string;
          turn_id: string | null;
          vehicle_id: string;
        };
        ComputedFields: never;
        Insert: {
          check_id?: string | null;
          created_at?: string;
          fix_note?: string | null;
          fixed_at?: string | null;
          fixed_by?: string | null;
          id?: string;
          is_taken_back?: boolean;
          photos?: string[];
          project_id: string;
          reported_at?: string;
          reported_by: string;
          severity?: string;
          site_id?: string | null;
          text: string;
          turn_id?: string | null;
          vehicle_id: string;
        };
        Update: {
          check_id?: string | null;
          created_at?: string;
          fix_note?: string | null;
          fixed_at?: string | null;
          fixed_by?: string | null;
          id?: string;
          is_taken_back?: boolean;
          photos?: string[];
          project_id?: string;
          reported_at?: string;
          reported_by?: string;
          severity?: string;
          site_id?: string | null;
          text?: string;
          turn_id?: string | null;
          vehicle_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "vehicle_faults_check_id_fkey";
            columns: ["check_id"];
            isOneToOne: false;
            referencedRelation: "vehicle_checks";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "vehicle_faults_turn_id_fkey";
            columns: ["turn_id"];
            isOneToOne: false;
            referencedRelation: "vehicle_turns";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "vehicle_faults_vehicle_id_fkey";
            columns: ["vehicle_id"];
            isOneToOne: false;
            referencedRelation: "vehicles";
            referencedColumns: ["id"];
          },
        ];
      };
      vehicle_registrations: {
        Row: {
          chauffeur_id: string;
          created_at: string;
          id: string;
          item_1: boolean;
          item_2: boolean;
          item_3: boolean;
          item_4: boolean;
          item_5: boolean;
          item_6: boolean;
          project_id: string;
          site_id: string | null;
          vehicle_model: string;
        };
        ComputedFields: never;
        Insert: {
          chauffeur_id: string;
          created_at?: string;
          id?: string;
          item_1?: boolean;
          item_2?: boolean;
          item_3?: boolean;
          item_4?: boolean;
          item_5?: boolean;
          item_6?: boolean;
          project_id: string;
          site_id?: string | null;
          vehicle_model?: string;
        };
        Update: {
          chauffeur_id?: string;
          created_at?: string;
          id?: string;
          item_1?: boolean;
          item_2?: boolean;
          item_3?: boolean;
          item_4?: boolean;
          item_5?: boolean;
          item_6?: boolean;
          project_id?: string;
          site_id?: string | null;
          vehicle_model?: string;
        };
        Relationships: [];
      };
      vehicle_requests: {
        Row: {
          answer: string | null;
          answered_at: string | null;
          asked_at: string;
          asked_by: string;
          created_at: string;
          id: string;
          project_id: string;
          site_id: string | null;
          turn_id: string;
          vehicle_id: string;
        };
        ComputedFields: never;
        Insert: {
          answer?: string | null;
          answered_at?: string | null;
          asked_at?: string;
          asked_by: string;
          created_at?: string;
          id?: string;
          project_id: string;
          site_id?: string | null;
          turn_id: string;
          vehicle_id: string;
        };
        Update: {
          answer?: string | null;
          answered_at?: string | null;
          asked_at?: string;
          asked_by?: string;
          created_at?: string;
          id?: string;
          project_id?: string;
          site_id?: string | null;
          turn_id?: string;
          vehicle_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "vehicle_requests_turn_id_fkey";
            columns: ["turn_id"];
            isOneToOne: false;
            referencedRelation: "vehicle_turns";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "vehicle_requests_vehicle_id_fkey";
            columns: ["vehicle_id"];
            isOneToOne: false;
            referencedRelation: "vehicles";
            referencedColumns: ["id"];
          },
        ];
      };
      vehicle_turns: {
        Row: {
          before_km: number | null;
          chauffeur_id: string;
          created_at: string;
          end_km: number | null;
          ended_at: string | null;
          ended_by: string | null;
          ended_by_id: string | null;
          extended_hours: number;
          gap_km: number | null;
          id: string;
          km: number | null;
          km_is_estimated: boolean;
          person_id: string | null;
          project_id: string;
          reason: string | null;
          returned_at: string | null;
          site_id: string | null;
          slot: number;
          start_km: number | null;
          taken_at: string;
          until: string | null;
          vehicle_id: string;
        };
        ComputedFields: never;
        Insert: {
          before_km?: number | null;
          chauffeur_id: string;
          created_at?: string;
          end_km?: number | null;
          ended_at?: string | null;
          ended_by?: string | null;
          ended_by_id?: string | null;
          extended_hours?: number;
          gap_km?: never;
          id?: string;
          km?: never;
          km_is_estimated?: boolean;
          person_id?: string | null;
          project_id: string;
          reason?: string | null;
          returned_at?: string | null;
          site_id?: string | null;
          slot: number;
          start_km?: number | null;
          taken_at?: string;
          until?: string | null;
          vehicle_id: string;
        };
        Update: {
          before_km?: number | null;
          chauffeur_id?: string;
          created_at?: string;
          end_km?: number | null;
          ended_at?: string | null;
          ended_by?: string | null;
          ended_by_id?: string | null;
          extended_hours?: number;
          gap_km?: never;
          id?: string;
          km?: never;
          km_is_estimated?: boolean;
          person_id?: string | null;
          project_id?: string;
          reason?: string | null;
          returned_at?: string | null;
          site_id?: string | null;
          slot?: number;
          start_km?: number | null;
          taken_at?: string;
          until?: string | null;
          vehicle_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "vehicle_turns_vehicle_id_fkey";
            columns: ["vehicle_id"];
            isOneToOne: false;
            referencedRelation: "vehicles";
            referencedColumns: ["id"];
          },
        ];
      };
      vehicles: {
        Row: {
          checked_at: string | null;
          created_at: string;
          id: string;
          model: string;
          name: string;
          not_returned_by: string | null;
          odometer: number | null;
          plate: string | null;
          plate_key: string | null;
          project_id: string;
          site_id: string | null;
          slot: number | null;
          state: string;
          state_reason: string | null;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          checked_at?: string | null;
          created_at?: string;
          id?: string;
          model?: string;
          name: string;
          not_returned_by?: string | null;
          odometer?: number | null;
          plate?: string | null;
          plate_key?: never;
          project_id: string;
          site_id?: string | null;
          slot?: number | null;
          state?: string;
          state_reason?: string | null;
          updated_at?: string;
        };
        Update: {
          checked_at?: string | null;
          created_at?: string;
          id?: string;
          model?: string;
          name?: string;
          not_returned_by?: string | null;
          odometer?: number | null;
          plate?: string | null;
          plate_key?: never;
          project_id?: string;
          site_id?: string | null;
          slot?: number | null;
          state?: string;
          state_reason?: string | null;
          updated_at?: string;
        };
        Relationships: [];
      };
      viewings: {
        Row: {
          cancelled_at: string | null;
          created_at: string;
          ends_at: string;
          id: string;
          note: string;
          places: number | null;
          places_left: number | null;
          property_id: string;
          starts_at: string;
        };
        ComputedFields: never;
        Insert: {
          cancelled_at?: string | null;
          created_at?: string;
          ends_at: string;
          id?: string;
          note?: string;
          places?: number | null;
          places_left?: number | null;
          property_id: string;
          starts_at: string;
        };
        Update: {
          cancelled_at?: string | null;
          created_at?: string;
          ends_at?: string;
          id?: string;
          note?: string;
          places?: number | null;
          places_left?: number | null;
          property_id?: string;
          starts_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "viewings_property_id_fkey";
            columns: ["property_id"];
            isOneToOne: false;
            referencedRelation: "properties";
            referencedColumns: ["id"];
          },
        ];
      };
      violations: {
        Row: {
          amount: number;
          code: string;
          created_at: string;
          id: string;
          is_active: boolean;
          max_amount: number | null;
          needs_no_right: boolean;
          project_id: string;
          site_id: string | null;
          sort_order: number;
          text: string;
        };
        ComputedFields: never;
        Insert: {
          amount: number;
          code?: string;
          created_at?: string;
          id?: string;
          is_active?: boolean;
          max_amount?: number | null;
          needs_no_right?: boolean;
          project_id: string;
          site_id?: string | null;
          sort_order?: number;
          text: string;
        };
        Update: {
          amount?: number;
          code?: string;
          created_at?: string;
          id?: string;
          is_active?: boolean;
          max_amount?: number | null;
          needs_no_right?: boolean;
          project_id?: string;
          site_id?: string | null;
          sort_order?: number;
          text?: string;
        };
        Relationships: [];
      };
      web_activity_logs: {
        Row: {
          action: string;
          additional_data: Json | null;
          created_at: string;
          id: string;
          page_project: string | null;
          page_url: string;
          site_id: string | null;
          user_id: string;
          user_type: string;
        };
        ComputedFields: never;
        Insert: {
          action: string;
          additional_data?: Json | null;
          created_at?: string;
          id?: string;
          page_project?: never;
          page_url?: string;
          site_id?: string | null;
          user_id: string;
          user_type: string;
        };
        Update: {
          action?: string;
          additional_data?: Json | null;
          created_at?: string;
          id?: string;
          page_project?: never;
          page_url?: string;
          site_id?: string | null;
          user_id?: string;
          user_type?: string;
        };
        Relationships: [];
      };
      work_breaks: {
        Row: {
          created_at: string;
          ended_at: string | null;
          id: string;
          started_at: string;
          turn_id: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          ended_at?: string | null;
          id?: string;
          started_at: string;
          turn_id: string;
        };
        Update: {
          created_at?: string;
          ended_at?: string | null;
          id?: string;
          started_at?: string;
          turn_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "work_breaks_turn_id_fkey";
            columns: ["turn_id"];
            isOneToOne: false;
            referencedRelation: "work_turns";
            referencedColumns: ["id"];
          },
        ];
      };
      work_turn_events: {
        Row: {
          at: string;
          batch_id: string | null;
          by: string | null;
          created_at: string;
          data: NonNullable<Json>;
          id: string;
          kind: string;
          project_id: string | null;
          received_at: string;
          site_id: string | null;
          turn_id: string;
        };
        ComputedFields: never;
        Insert: {
          at: string;
          batch_id?: string | null;
          by?: string | null;
          created_at?: string;
          data?: NonNullable<Json>;
          id?: string;
          kind: string;
          project_id?: string | null;
          received_at?: string;
          site_id?: string | null;
          turn_id: string;
        };
        Update: {
          at?: string;
          batch_id?: string | null;
          by?: string | null;
          created_at?: string;
          data?: NonNullable<Json>;
          id?: string;
          kind?: string;
          project_id?: string | null;
          received_at?: string;
          site_id?: string | null;
          turn_id?: string;
        };
        Relationships: [];
      };
      work_turns: {
        Row: {
          created_at: string;
          ended_at: string | null;
          id: string;
          is_forgotten: boolean;
          kind: string;
          name: string | null;
          needs_check: boolean;
          note: string | null;
          person_id: string;
          planned_shift_id: string | null;
          position: string | null;
          project_id: string | null;
          review_note: string | null;
          reviewed_at: string | null;
          reviewed_by: string | null;
          shift_registration_id: string | null;
          site_id: string | null;
          source: string;
          started_at: string;
          status: string;
          user_id: string;
          vehicle_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          ended_at?: string | null;
          id?: string;
          is_forgotten?: boolean;
          kind: string;
          name?: string | null;
          needs_check?: boolean;
          note?: string | null;
          person_id: string;
          planned_shift_id?: string | null;
          position?: string | null;
          project_id?: string | null;
          review_note?: string | null;
          reviewed_at?: string | null;
          reviewed_by?: string | null;
          shift_registration_id?: string | null;
          site_id?: string | null;
          source?: string;
          started_at: string;
          status?: string;
          user_id: string;
          vehicle_id?: string | null;
        };
        Update: {
          created_at?: string;
          ended_at?: string | null;
          id?: string;
          is_forgotten?: boolean;
          kind?: string;
          name?: string | null;
          needs_check?: boolean;
          note?: string | null;
          person_id?: string;
          planned_shift_id?: string | null;
          position?: string | null;
          project_id?: string | null;
          review_note?: string | null;
          reviewed_at?: string | null;
          reviewed_by?: string | null;
          shift_registration_id?: string | null;
          site_id?: string | null;
          source?: string;
          started_at?: string;
          status?: string;
          user_id?: string;
          vehicle_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "work_turns_shift_registration_id_fkey";
            columns: ["shift_registration_id"];
            isOneToOne: false;
            referencedRelation: "shift_registrations";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "work_turns_vehicle_id_fkey";
            columns: ["vehicle_id"];
            isOneToOne: false;
            referencedRelation: "vehicles";
            referencedColumns: ["id"];
          },
        ];
      };
    };
    Views: {
      [_ in never]: never;
    };
    Functions: {
      acknowledge_notice: { Args: { acting_as: string; notice_id: string; receipt_id: string }; Returns: Json };
      act_as_unit: {
        Args: {
          at: string;
          call_id: string;
          clock_error_ms?: number;
          event_id: string;
          key: string;
          place: string;
          step: string;
        };
        Returns: Json;
      };
      add_permits: { Args: { permits: Json }; Returns: number };
      answer_offer: {
        Args: { acting_as: string; event_id: string; expected: string; kind: string; offer_id: string; reason: string };
        Returns: Json;
      };
      answer_request: {
        Args: { acting_as: string; event_id: string; leaves: boolean; request_id: string };
        Returns: Json;
      };
      ask_for_car: { Args: { acting_as: string; project: string; request_id: string; slot: number }; Returns: Json };
      ask_for_shift: { Args: { accepted: Json; acting_as: string; place_id: string; shift_id: string }; Returns: Json };
      ask_person: {
        Args: { acting_as: string; employee_id: string; event_id: string; shift_id: string };
        Returns: Json;
      };
      assign_objection: {
        Args: { acting_as: string; objection_id: string; seen: string; take: boolean };
        Returns: Json;
      };
      assign_place: {
        Args: {
          acting_as: string;
          employee_id: string;
          expected: string;
          place_id: string;
          reason: string;
          shift_id: string;
        };
        Returns: Json;
      };
      assign_units: {
        Args: { accepted: Json; acting_as: string; call_id: string; event_id: string; unit_ids: string[] };
        Returns: Json;
      };
      bid_list: { Args: { acting_as: string; event_id: string; property_id: string; purpose: string }; Returns: Json };
      book_payments: { Args: { acting_as: string; file: Json; project: string; rows: Json }; Returns: Json };
      cancel_signup: { Args: { key: string; signup_id: string }; Returns: Json };
      case_by_key: { Args: { public_key: string }; Returns: Json };
      change_call: {
        Args: { acting_as: string; call_id: string; changes: Json; event_id: string; expected: Json };
        Returns: Json;
      };
      change_vehicle: {
        Args: { acting_as: string; event_id: string; turn_id: string; vehicle_id: string };
        Returns: Json;
      };
      check_plate: { Args: { acting_as: string; check_id: string; plate: string; project: string }; Returns: Json };
      check_vehicle: { Args: { acting_as: string; check: Json }; Returns: Json };
      clock_break: {
        Args: {
          acting_as: string;
          at: string;
          break_id: string;
          clock_error_ms?: number;
          step: string;
          turn_id: string;
        };
        Returns: Json;
      };
      clock_in: {
        Args: {
          acting_as: string;
          at: string;
          clock_error_ms?: number;
          kind: string;
          position: string;
          project: string;
          turn_id: string;
          vehicle_id: string;
        };
        Returns: Json;
      };
      clock_out: {
        Args: {
          acting_as: string;
          at: string;
          clock_error_ms?: number;
          event_id: string;
          note: string;
          turn_id: string;
        };
        Returns: Json;
      };
      close_ledger_month: { Args: { acting_as: string; month: string; project: string }; Returns: Json };
      confirm_follow: { Args: { key: string }; Returns: Json };
      confirm_place: { Args: { acting_as: string; event_id: string; place_id: string }; Returns: Json };
      confirm_unit: { Args: { acting_as: string; event_id: string; unit_id: string }; Returns: Json };
      correct_fine: { Args: { acting_as: string; changes: Json; event_id: string; fine_id: string }; Returns: Json };
      correct_odometer: {
        Args: {
          acting_as: string;
          event_id: string;
          expected: Json;
          odometer: number;
          reason: string;
          vehicle_id: string;
        };
        Returns: Json;
      };
      correct_turn: {
        Args: {
          acting_as: string;
          breaks: Json;
          ended_at: string;
          event_id: string;
          expected: Json;
          reason: string;
          started_at: string;
          turn_id: string;
        };
        Returns: Json;
      };
      correct_turn_km: {
        Args: {
          acting_as: string;
          end_km: number;
          event_id: string;
          expected: Json;
          reason: string;
          start_km: number;
          turn_id: string;
        };
        Returns: Json;
      };
      count_cases: { Args: { expires_before: string; project: string; today: string }; Returns: Json };
      count_site_contents: {
        Args: { site: string };
        Returns: {
          log_rows: number;
          parkings: number;
          people: number;
          shifts: number;
        }[];
      };
      decide_place: {
        Args: {
          acting_as: string;
          approve: boolean;
          event_id: string;
          expected: string;
          place_id: string;
          reason: string;
        };
        Returns: Json;
      };
      demand_second_factor: { Args: { kinds: string[] }; Returns: undefined };
      dispatch_figures: { Args: { from: string; to: string }; Returns: Json };
      end_account_notices: { Args: { newest: number }; Returns: undefined };
      end_follow: { Args: { key: string }; Returns: Json };
      end_logins: { Args: { acting_as: string; event_id: string; kind: string; person_id: string }; Returns: Json };
      end_own_login: { Args: { login: string }; Returns: boolean };
      end_parking: { Args: { key: string }; Returns: Json };
      end_payment: {
        Args: { acting_as: string; ending_id: string; ground: string; note: string; payment_id: string };
        Returns: Json;
      };
      end_turn: {
        Args: { acting_as: string; end_km: number; event_id: string; reason: string; turn_id: string };
        Returns: Json;
      };
      enter_bid: { Args: { acting_as: string; bid: Json; bidder: Json }; Returns: Json };
      erase_expired: { Args: { dry_run: boolean; project: string }; Returns: Json };
      erase_plate: {
        Args: {
          acting_as: string;
          asked_by: string;
          dry_run: boolean;
          plate: string;
          project: string;
          verified: string;
        };
        Returns: Json;
      };
      extend_parking: { Args: { key: string; new_end: string }; Returns: Json };
      extend_turn: { Args: { acting_as: string; event_id: string; hours: number; turn_id: string }; Returns: Json };
      find_account: { Args: { address: string }; Returns: string };
      find_cases: { Args: { project: string; term: string }; Returns: Json };
      finish_note: { Args: { acting_as: string; event_id: string; note_id: string }; Returns: Json };
      fix_fault: { Args: { acting_as: string; event_id: string; fault_id: string; note: string }; Returns: Json };
      follow_property: {
        Args: { email: string; follower_id: string; key: string; property_id: string };
        Returns: Json;
      };
      get_bid_figures: {
        Args: { property_ids: string[] };
        Returns: {
          bids: number;
          highest: number;
          property_id: string;
        }[];
      };
      get_caller: {
        Args: Record<PropertyKey, never>;
        Returns: {
          account_id: string;
          is_account_admin: boolean;
          kind: string;
          must_change_password: boolean;
          project_id: string;
          projects: string[];
          serves_all: boolean;
          user_id: string;
        }[];
      };
      get_first_steps: {
        Args: Record<PropertyKey, never>;
        Returns: {
          has_admin: boolean;
          has_attendant: boolean;
          has_site: boolean;
        }[];
      };
      get_listing_choices: { Args: Record<PropertyKey, never>; Returns: Json };
      get_login_step: { Args: Record<PropertyKey, never>; Returns: string };
      get_person: { Args: { acting_as: string; kind: string; person_id: string }; Returns: Json };
      get_second_factor_dates: { Args: Record<PropertyKey, never>; Returns: Json };
      get_second_factor_demands: { Args: Record<PropertyKey, never>; Returns: string[] };
      get_second_factor_due: { Args: Record<PropertyKey, never>; Returns: string };
      get_system_state: { Args: Record<PropertyKey, never>; Returns: Json };
      get_user_role: { Args: { _user_id: string }; Returns: string };
      give_back_account_link: { Args: { key: string }; Returns: undefined };
      had_account: { Args: { address: string }; Returns: boolean };
      hold_case_numbers: { Args: { acting_as: string; numbers: string[]; project: string }; Returns: Json };
      is_link_of: { Args: { account: string; key: string }; Returns: boolean };
      is_mail_set_up: { Args: Record<PropertyKey, never>; Returns: boolean };
      issue_fine: { Args: { accepted: Json; acting_as: string; fine: Json }; Returns: Json };
      join_bidders: {
        Args: {
          acting_as: string;
          event_id: string;
          joined: string;
          keep: string;
          property_id: string;
          reason: string;
        };
        Returns: Json;
      };
      keep_note: { Args: { acting_as: string; note: Json }; Returns: Json };
      leave_refund_account: {
        Args: { account: string; clearing?: string; kind: string; name: string; public_key: string };
        Returns: Json;
      };
      leave_shift: { Args: { acting_as: string; event_id: string; place_id: string; reason: string }; Returns: Json };
      list_account_notices: {
        Args: Record<PropertyKey, never>;
        Returns: {
          by_id: string;
          by_kind: string;
          id: number;
          made_at: string;
          what: string;
        }[];
      };
      list_case_files: { Args: { public_key: string; reply_key?: string }; Returns: Json };
      list_case_work: { Args: { acting_as: string; project: string; step: string }; Returns: Json };
      list_certificates: { Args: { acting_as: string }; Returns: Json };
      list_company_sites: {
        Args: Record<PropertyKey, never>;
        Returns: {
          id: string;
          issuer_name: string;
          name: string;
          of_company: boolean;
          path: string;
        }[];
      };
      list_ended: { Args: { before_created?: string; before_id?: string; project: string }; Returns: Json };
      list_file_rows: { Args: { after_day?: string; after_id?: string; file_id: string }; Returns: Json };
      list_handlers: {
        Args: Record<PropertyKey, never>;
        Returns: {
          account_id: string;
          created_at: string;
          serves_all: boolean;
          sites: string[];
          user_id: string;
        }[];
      };
      list_joined_bidders: {
        Args: { property_id: string };
        Returns: {
          is_number: number;
          number: number;
        }[];
      };
      list_ledger_rows: {
        Args: {
          acting_as: string;
          after_key?: string;
          of_case?: string;
          of_day?: string;
          of_kind?: string;
          of_month?: string;
          project: string;
        };
        Returns: Json;
      };
      list_links: { Args: { acting_as: string }; Returns: Json };
      list_notice_gaps: {
        Args: { address?: string };
        Returns: {
          gaps: string[];
          name: string;
        }[];
      };
      list_objections: {
        Args: {
          after_at?: string;
          after_id?: string;
          own_id: string;
          page_size?: number;
          project: string;
          whose: string;
        };
        Returns: Json;
      };
      list_own_logins: {
        Args: Record<PropertyKey, never>;
        Returns: {
          address: string;
          began: string;
          id: string;
          is_this: boolean;
          last_used: string;
          user_agent: string;
        }[];
      };
      list_own_sites: {
        Args: Record<PropertyKey, never>;
        Returns: {
          name: string;
          path: string;
        }[];
      };
      list_payer_plates: { Args: { payment_id: string; project: string }; Returns: string[] };
      list_people: {
        Args: { acting_as: string; after: Json; kinds: string[]; project: string; search: string; state: string };
        Returns: Json;
      };
      list_refunds: { Args: { project: string }; Returns: Json };
      list_sent_cases: {
        Args: { acting_as: string; day: string; ids: string[]; project: string; step: string };
        Returns: Json;
      };
      list_signups: { Args: { acting_as: string; viewing_id: string }; Returns: Json };
      list_similar_fines: { Args: { before_created?: string; before_id?: string; project: string }; Returns: Json };
      list_takers: { Args: { acting_as: string; shift_id: string }; Returns: Json };
      list_unconfirmed: { Args: Record<PropertyKey, never>; Returns: string[] };
      list_unplaced: { Args: { after_created?: string; after_id?: string; project: string }; Returns: Json };
      list_unused_numbers: { Args: { project: string }; Returns: Json };
      look_up_case: { Args: { case_number: string; plate: string }; Returns: Json };
      make_account_link: { Args: { account: string; is_new: boolean; key: string }; Returns: undefined };
      make_bid_link: { Args: { acting_as: string; bidder_id: string; key_hash: string }; Returns: Json };
      make_link: { Args: { acting_as: string; key_hash: string; kind: string; unit_id: string }; Returns: Json };
      make_recovery_codes: { Args: Record<PropertyKey, never>; Returns: string[] };
      mark_duplicate: { Args: { acting_as: string; call_id: string; event_id: string; of: string }; Returns: Json };
      match_owners: { Args: { acting_as: string; project: string; rows: Json }; Returns: Json };
      match_payments: { Args: { acting_as: string; project: string; rows: Json }; Returns: Json };
      may_send_links: { Args: Record<PropertyKey, never>; Returns: boolean };
      my_bids: { Args: { key: string }; Returns: Json };
      my_viewings: { Args: { key: string }; Returns: Json };
      note_camera_check: {
        Args: { acting_as: string; certainty: number; check_id: string; project: string; readings: string[] };
        Returns: Json;
      };
      notice_gaps: { Args: { address?: string; project: string }; Returns: string[] };
      object_to_case: {
        Args: {
          email?: string;
          lang?: string;
          name: string;
          objection_id: string;
          photos?: Json;
          public_key: string;
          reply_key?: string;
          text?: string;
        };
        Returns: Json;
      };
      offer_place: { Args: { acting_as: string; offer: Json }; Returns: Json };
      offline_data: { Args: { acting_as: string; project: string }; Returns: Json };
      open_caller: { Args: { acting_as: string; call_id: string }; Returns: Json };
      open_contact: { Args: { acting_as: string; bidder_id: string }; Returns: Json };
      order_violations: { Args: { ids: string[]; project: string }; Returns: number };
      own_address: { Args: Record<PropertyKey, never>; Returns: string };
      own_faults: { Args: { acting_as: string }; Returns: Json };
      own_objections: { Args: { acting_as: string }; Returns: Json };
      parking_by_receipt: { Args: { key: string }; Returns: Json };
      person_extract: {
        Args: { acting_as: string; asked_by: string; plate: string; project: string; verified: string };
        Returns: Json;
      };
      place_bid: { Args: { accepted?: Json; bid: Json; bidder: Json; key: string }; Returns: Json };
      place_payment: {
        Args: { acting_as: string; parts: Json; payment_id: string; placing_id: string };
        Returns: Json;
      };
      publish_notice: { Args: { acting_as: string; notice: Json }; Returns: Json };
      raise_alarm: { Args: { acting_as: string; alarm_id: string; place: string; unit_id: string }; Returns: Json };
      read_account_link: { Args: { key: string }; Returns: Json };
      read_refund_file: { Args: { file_id: string }; Returns: Json };
      read_reply: { Args: { public_key: string; reply_key: string }; Returns: Json };
      receive_call: { Args: { acting_as: string; call: Json }; Returns: Json };
      record_access: {
        Args: { access: string; details?: Json; project?: string; subject: string };
        Returns: undefined;
      };
      record_alarm_event: {
        Args: { acting_as: string; alarm_id: string; event_id: string; kind: string; outcome: string; text: string };
        Returns: Json;
      };
      record_call_event: {
        Args: {
          acting_as: string;
          call_id: string;
          event_id: string;
          expected_status: string;
          kind: string;
          result: string;
          text: string;
        };
        Returns: Json;
      };
      record_case_event: {
        Args: {
          acting_as?: string;
          data?: Json;
          event_id: string;
          expected_event?: string;
          fine_id: string;
          kind: string;
          note?: string;
        };
        Returns: Json;
      };
      record_case_events: { Args: { acting_as: string; events: Json; kind: string; project: string }; Returns: Json };
      record_certificate: { Args: { acting_as: string; certificate: Json }; Returns: Json };
      record_offline_check: { Args: { acting_as: string; given: Json }; Returns: Json };
      record_sale_event: {
        Args: {
          acting_as: string;
          bid_id: string;
          day: string;
          event_id: string;
          expected: string;
          kind: string;
          newest_seen_bid_id: string;
          property_id: string;
          reason: string;
        };
        Returns: Json;
      };
      record_unit_step: {
        Args: {
          acting_as: string;
          at: string;
          call_id: string;
          clock_error_ms?: number;
          event_id: string;
          step: string;
          unit_id: string;
        };
        Returns: Json;
      };
      remove_place: { Args: { acting_as: string; event_id: string; place_id: string; reason: string }; Returns: Json };
      report_absence: { Args: { acting_as: string; event_id: string; place_id: string }; Returns: Json };
      report_fault: { Args: { acting_as: string; fault: Json; turn_id: string; vehicle_id: string }; Returns: Json };
      reserve_case_numbers: {
        Args: { acting_as: string; count: number; project: string; request_id: string };
        Returns: Json;
      };
      resume_turn: { Args: { acting_as: string; event_id: string; turn_id: string }; Returns: Json };
      return_car: {
        Args: {
          accepted?: Json;
          acting_as: string;
          at: string;
          clock_error_ms?: number;
          end_km: number;
          event_id: string;
          faults: Json;
          turn_id: string;
        };
        Returns: Json;
      };
      review_turns: {
        Args: { acting_as: string; decision: string; event_id: string; note: string; turn_ids: string[] };
        Returns: Json;
      };
      revoke_invitation: { Args: { account: string }; Returns: boolean };
      save_planned_shifts: { Args: { acting_as: string; expected: Json; shifts: Json }; Returns: Json };
      search_parkings: {
        Args: { before_created_at?: string; before_id?: string; page_size?: number; project?: string; query: string };
        Returns: {
          active: boolean;
          car_color: string;
          car_model: string;
          created_at: string;
          discord_username: string | null;
          end_time: string;
          id: string;
          plate_key: string | null;
          project_id: string | null;
          receipt_hash: string | null;
          ref_number: string;
          search_text: string | null;
          site_id: string | null;
          start_time: string;
          street: string;
        }[];
        SetofOptions: {
          from: "*";
          to: "parkings";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      see_notice: { Args: { acting_as: string; notice_id: string; receipt_id: string }; Returns: Json };
      send_account_link: { Args: { account: string; kind: string }; Returns: boolean };
      send_decision: { Args: { objection_id: string }; Returns: undefined };
      send_message_again: { Args: { message_id: string }; Returns: undefined };
      send_own_link: { Args: { email: string; property_id: string }; Returns: Json };
      send_refunds: { Args: { acting_as: string; file: Json; ids: string[]; project: string }; Returns: Json };
      send_test_message: { Args: { hook_id: string }; Returns: undefined };
      set_all_off_duty: {
        Args: { acting_as: string; batch_id: string; include_on_calls: boolean; location: string };
        Returns: Json;
      };
      set_ase_list: { Args: { acting_as: string; expected: Json; list: Json; what: string }; Returns: Json };
      set_bid_visibility: {
        Args: { acting_as: string; bid_id: string; event_id: string; expected: string; visibility: string };
        Returns: Json;
      };
      set_company_sites: { Args: { sites: string[] }; Returns: Json };
      set_handler_sites: { Args: { all_of_company: boolean; handler: string; sites: string[] }; Returns: Json };
      set_minimums: { Args: { acting_as: string; expected: Json; list: Json }; Returns: Json };
      set_objection_ground: {
        Args: { acting_as: string; ground: string; objection_id: string; seen: string };
        Returns: Json;
      };
      set_person_active: {
        Args: {
          acting_as: string;
          active: boolean;
          event_id: string;
          expected: string;
          kind: string;
          person_id: string;
          reason: string;
        };
        Returns: Json;
      };
      set_settings: {
        Args: { acting_as: string; changes: Json; event_id: string; expected: Json; product: string; project: string };
        Returns: Json;
      };
      set_statuses: { Args: { acting_as: string; expected: Json; list: Json }; Returns: Json };
      set_unit_status: {
        Args: { acting_as: string; event_id: string; expected_status: string; status: string; unit_id: string };
        Returns: Json;
      };
      set_vehicle: {
        Args: { acting_as: string; end_turn: boolean; event_id: string; expected: Json; vehicle: Json };
        Returns: Json;
      };
      set_viewing: { Args: { acting_as: string; event_id: string; expected: Json; viewing: Json }; Returns: Json };
      settle_message: {
        Args: {
          attempt: number;
          error: string;
          held_back: string;
          message: string;
          outcome: string;
          secret: string;
          wait_ms: number;
        };
        Returns: undefined;
      };
      sign_up_for_viewing: {
        Args: {
          email: string;
          key: string;
          name: string;
          people: number;
          phone: string;
          signup_id: string;
          viewing_id: string;
        };
        Returns: Json;
      };
      site_ledger: { Args: { acting_as: string; first: string; last: string; project: string }; Returns: Json };
      site_overview: { Args: { acting_as: string; first: string; last: string; project: string }; Returns: Json };
      site_statistics: { Args: { acting_as: string; first: string; last: string; project: string }; Returns: Json };
      skip_off_duty: { Args: { acting_as: string; day: string }; Returns: Json };
      step_refunds: { Args: { acting_as: string; project: string; refunds: Json; step: string }; Returns: Json };
      sum_payments: { Args: { project: string }; Returns: Json };
      take_account_link: { Args: { key: string }; Returns: string };
      take_back_fault: { Args: { acting_as: string; event_id: string; fault_id: string }; Returns: Json };
      take_car: {
        Args: {
          accepted: Json;
          acting_as: string;
          chauffeur?: string;
          end_km: number;
          faults: Json;
          project: string;
          slot: number;
          start_km: number;
          turn_id: string;
        };
        Returns: Json;
      };
      take_messages: {
        Args: { channels: string[]; lease_seconds: number; most: number; own_address: string; secret: string };
        Returns: Json;
      };
      take_over_car: {
        Args: { acting_as: string; event_id: string; request_id: string; start_km: number; turn_id: string };
        Returns: Json;
      };
      taxi_hours: { Args: { acting_as: string; from: string; project: string; to: string }; Returns: Json };
      type_turn: {
        Args: {
          acting_as: string;
          breaks: Json;
          ended_at: string;
          kind?: string;
          project?: string;
          reason: string;
          started_at: string;
          turn_id: string;
        };
        Returns: Json;
      };
      undo_all_off_duty: { Args: { acting_as: string; batch_id: string; event_id: string }; Returns: Json };
      undo_as_unit: { Args: { event_id: string; key: string; undo_id: string }; Returns: Json };
      undo_import: { Args: { acting_as: string; file_id: string }; Returns: Json };
      undo_press: { Args: { acting_as: string; event_id: string; undo_id: string }; Returns: Json };
      undo_return: { Args: { acting_as: string; event_id: string; turn_id: string }; Returns: Json };
      unit_board: { Args: { key: string }; Returns: Json };
      use_recovery_code: { Args: { code: string }; Returns: boolean };
      void_case_numbers: { Args: { acting_as: string; person: string; project: string }; Returns: Json };
      wall_alarms: { Args: { key: string }; Returns: Json };
      wall_board: { Args: { key: string }; Returns: Json };
      withdraw_bid: { Args: { acting_as: string; bid_id: string; event_id: string; key: string }; Returns: Json };
      work_hours: {
        Args: { acting_as: string; from: string; kind: string; project: string; to: string };
        Returns: Json;
      };
    };
    Enums: {
      [_ in never]: never;
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
};

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">;

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">];

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R;
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] & DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R;
      }
      ? R
      : never
    : never;

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"] | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I;
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I;
      }
      ? I
      : never
    : never;

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"] | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U;
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U;
      }
      ? U
      : never
    : never;

export type Enums<
  DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"] | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
    ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
    : never;

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
    ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
    : never;

export const Constants = {
  public: {
    Enums: {},
  },
} as const;
